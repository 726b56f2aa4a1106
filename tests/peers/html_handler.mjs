// A handler for tests/peers/html.sh, which says markup wherever it may say anything. Prints where it listens.
import { createServer } from "node:http";

const nasty = `"'><script>alert(3)</script><img src=x onerror=alert(4)><svg onload=alert(5)>`
  + `]]> --> </pre></script></style> &lt; \u2028 \u202e \u0007 \u001b[31m $& <a href="javascript:alert(6)">x</a>`;
let count = 0;

// One answer after the other, of every kind that a report has a place for.
const answers = [
  (model) => ({ status: "SUCCESS", resourceModel: { ...model, [nasty]: nasty } }),
  (model) => ({ status: "SUCCESS", resourceModel: Object.fromEntries(Object.keys(model ?? {}).map((k) => [k, nasty])) }),
  () => ({ status: "FAILED", errorCode: nasty, message: nasty }),
  (model) => ({ status: "IN_PROGRESS", callbackContext: { [nasty]: nasty }, message: nasty, resourceModel: model }),
  () => ({ errorType: nasty, errorMessage: `${nasty}\n${nasty}`, stackTrace: [nasty, [nasty]] }),
  () => nasty,
  () => Buffer.from([0x22, 0xff, 0xc0, 0xed, 0xa0, 0x80, 0x3c, 0x62, 0x3e]),
  () => ({ status: nasty, message: nasty, resourceModels: [nasty] }),
];

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    let model = null;
    try {
      model = JSON.parse(Buffer.concat(parts).toString()).requestData.resourceProperties;
    } catch { /* a question about the service */ }
    const answer = request.method === "POST" ? answers[count++ % answers.length](model) : "";
    response.end(typeof answer === "string" || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  });
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
