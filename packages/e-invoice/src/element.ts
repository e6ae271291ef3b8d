/** XML as a tree of elements, without namespaces: no two elements of an invoice differ in their namespace only. */

export class Element {
  readonly children: Element[] = [];
  ownText = '';

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>> = {},
  ) {}

  /** Returns the elements at a path such as `Party/PartyName`. */
  all(path: string): Element[] {
    let found: Element[] = [this];
    for (const name of path.split('/'))
      found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
    return found;
  }

  first(path: string): Element | undefined {
    return this.all(path)[0];
  }

  /** Returns the text at a path, or undefined when there is none or it is blank. */
  text(path: string): string | undefined {
    return this.first(path)?.value;
  }

  get value(): string | undefined {
    const text = this.ownText.trim();
    return text === '' ? undefined : text;
  }
}
