import { parseExact } from '../../../src/pages/exact-json.js'

/** The value of a file of JSON; a text that is no schema and no ABI for another file, which the server refuses. */
export const jsonOfFile = (file: File): Promise<unknown> =>
  file
    .text()
    .then((text) => parseExact(text) as unknown)
    .catch(() => 'not JSON')

/** Bytes that a contract begins with: WebAssembly, or compressed with gzip. */
const BEGINNINGS = [
  [0x00, 0x61, 0x73, 0x6d],
  [0x1f, 0x8b],
]

/** Why a file is no contract; undefined if it may be one. */
export async function wasmProblem(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (BEGINNINGS.some((beginning) => beginning.every((byte, at) => bytes[at] === byte))) return undefined
  return `${file.name} is not a contract: it does not begin as WebAssembly does. Choose the .wasm file that the build wrote.`
}

export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}
