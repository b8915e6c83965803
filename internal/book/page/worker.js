"use strict";
// The worker of the page: Go's procedures as WebAssembly, in a thread of their own. It is sent a program, which it sends back unpacked
// as soon as it runs, and then questions.

let ready;

// progress says what the program is at.
function progress(progress) {
  postMessage({ progress });
}

onmessage = async ({ data }) => {
  if (data.program) return (ready = run(data).catch(({ message }) => postMessage({ failed: message })));
  await ready;
  postMessage({ number: data.number, answer: topocoll(data.question, data.fields) });
};

// run runs a program, and unpacks it and the listings if they are texts.
async function run({ program, listings }) {
  const go = new Go();
  if (listings) {
    const wasm = { headers: { "Content-Type": "application/wasm" } };
    [program, listings] = await Promise.all([WebAssembly.compileStreaming(new Response(unpacked(program), wasm)), new Response(unpacked(listings)).json()]);
  }
  go.run(await WebAssembly.instantiate(program, go.importObject)); // it goes on in the background
  postMessage({ program, listings });
}

// unpacked reads what a text has inside.
function unpacked(text) {
  return new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
}

// bytes reads Ascii85 with ~ for <: five letters for four bytes, and z for four that are 0.
function bytes(text) {
  const letters = text.replaceAll("z", "!!!!!");
  const padded = letters + "uuuu";
  const out = new DataView(new ArrayBuffer(4 * Math.ceil(letters.length / 5)));
  const digit = (i) => (padded[i] === "~" ? 27 : padded.charCodeAt(i) - 33);
  for (let i = 0; i < letters.length; i += 5) out.setUint32((i / 5) * 4, (((digit(i) * 85 + digit(i + 1)) * 85 + digit(i + 2)) * 85 + digit(i + 3)) * 85 + digit(i + 4));
  return out.buffer.slice(0, Math.floor((letters.length * 4) / 5));
}
