import { contract } from '../vm/wat.js'

/** A contract that holds these texts one after the other, as Rust does, and refers to each by its address and length. */
export function holding(
  texts: readonly string[],
  { exports = [] as readonly string[], imports = '' } = {},
): Uint8Array {
  const from = 4096
  let at = from
  const references = texts.map((text) => {
    const begin = at
    at += text.length
    return `(drop (i32.add (i32.const ${begin}) (i32.const ${text.length})))`
  })
  const more = [
    `(data (i32.const ${from}) ${JSON.stringify(texts.join(''))})`,
    ...exports.map((name) => `(func (export "${name}"))`),
  ]
  return contract(`${references.join(' ')} (i32.const 16)`, more.join('\n'), imports)
}
