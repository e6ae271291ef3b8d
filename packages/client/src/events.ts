/** An event of a stream of server-sent events; `end` is the last one. */
export interface ProgressEvent<Data> {
  event: 'progress' | 'end';
  data: Data;
}

/** @returns the events as they come. It ends without an `end` when the service closes the stream before: then ask again. */
export async function* eventsOf<Data>({ body }: Response): AsyncGenerator<ProgressEvent<Data>> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event] = /^event: (progress|end)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (event && data) yield { event: event as 'progress' | 'end', data: JSON.parse(data) as Data };
      }
    }
  } finally {
    await reader.cancel();
  }
}
