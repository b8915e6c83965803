"use strict";
// The page's worker runs Go's procedures as WebAssembly in its own thread. The worker first receives a
// program, and sends it back unpacked as soon as the program runs. Then the worker receives questions.

let ready;

// progress reports what the program is doing.
function progress(progress) {
  postMessage({ progress });
}

onmessage = async ({ data }) => {
  if (data.program) return (ready = run(data).catch(({ message }) => postMessage({ failed: message })));
  await ready;
  postMessage({ number: data.number, answer: topocoll(data.question, data.fields) });
};

// run runs a program. If the program and the listings are texts, run unpacks them first.
async function run({ program, listings }) {
  const go = new Go();
  if (listings) {
    const wasm = { headers: { "Content-Type": "application/wasm" } };
    [program, listings] = await Promise.all([WebAssembly.compileStreaming(new Response(unpacked(program), wasm)), new Response(unpacked(listings)).json()]);
  }
  go.run(await WebAssembly.instantiate(program, go.importObject)); // the program continues in the background
  postMessage({ program, listings });
}

// unpacked decompresses the content of a text.
function unpacked(text) {
  return new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
}

// bytes decodes Ascii85 with ~ instead of <. Five letters stand for four bytes, and z stands for four zero
// bytes.
function bytes(text) {
  const letters = text.replaceAll("z", "!!!!!");
  const padded = letters + "uuuu";
  const out = new DataView(new ArrayBuffer(4 * Math.ceil(letters.length / 5)));
  const digit = (i) => (padded[i] === "~" ? 27 : padded.charCodeAt(i) - 33);
  for (let i = 0; i < letters.length; i += 5) out.setUint32((i / 5) * 4, (((digit(i) * 85 + digit(i + 1)) * 85 + digit(i + 2)) * 85 + digit(i + 3)) * 85 + digit(i + 4));
  return out.buffer.slice(0, Math.floor((letters.length * 4) / 5));
}
