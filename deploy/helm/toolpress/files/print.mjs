// Prints a PDF in a new account and closes the account. Ends with 1 if a step fails.
const { BASE_URL, ADMIN_TOKEN } = process.env;

async function call(method, path, token, body) {
  const response = await fetch(`${BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(120_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} is answered ${response.status}: ${answer.error}`);
  return answer.data;
}

const { id } = await call('POST', '/admin/accounts', ADMIN_TOKEN, { name: 'helm test' });
try {
  const { token } = await call('POST', `/admin/accounts/${id}/tokens`, ADMIN_TOKEN, { name: 'helm test' });
  const pdf = await call('POST', '/api/utilities/html-to-pdf', token, { html: '<p>It works.</p>' });
  const file = Buffer.from(pdf.pdf_base64, 'base64');
  if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error('The answer has no PDF.');
  console.log(`Printed ${pdf.page_count} page, ${file.length} bytes.`);
} finally {
  await call('DELETE', `/admin/accounts/${id}`, ADMIN_TOKEN);
}
