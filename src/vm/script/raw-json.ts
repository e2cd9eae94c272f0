/**
 * Values of a JSON text as they are written, to the byte: gas depends on them. The text must be valid JSON.
 * Like serde, it refuses duplicate keys.
 */
export class RawJson {
  /** The value as written, without space around it. */
  readonly text: string

  constructor(text: string) {
    this.text = text.trim()
  }

  /** Members of an object, as written; empty for anything else. @throws DuplicateKey */
  members(): Map<string, RawJson> {
    const members = new Map<string, RawJson>()
    if (!this.text.startsWith('{')) return members
    for (let at = this.#space(1); this.text[at] === '"'; at = this.#separator(at)) {
      const keyEnd = this.#end(at)
      const key = JSON.parse(this.text.slice(at, keyEnd)) as string
      if (members.has(key)) throw new DuplicateKey(key)
      // After the colon.
      at = this.#space(this.#space(keyEnd) + 1)
      const end = this.#end(at)
      members.set(key, new RawJson(this.text.slice(at, end)))
      at = end
    }
    return members
  }

  /** Items of an array, as written; empty for anything else. */
  items(): RawJson[] {
    const items: RawJson[] = []
    if (!this.text.startsWith('[')) return items
    for (let at = this.#space(1); this.text[at] !== ']'; at = this.#separator(at)) {
      const end = this.#end(at)
      items.push(new RawJson(this.text.slice(at, end)))
      at = end
    }
    return items
  }

  /** Start of what follows the comma at or after `at`; the closing bracket when there is none. */
  #separator(at: number): number {
    const next = this.#space(at)
    return this.text[next] === ',' ? this.#space(next + 1) : next
  }

  #space(at: number): number {
    let pos = at
    while (' \t\n\r'.includes(this.text[pos] ?? '-')) pos++
    return pos
  }

  /** End of the value that starts at `at`. */
  #end(at: number): number {
    const { text } = this
    if (text[at] === '"') return stringEnd(text, at)
    let pos = at
    for (let depth = 0; pos < text.length;) {
      const c = text[pos]!
      if (c === '"') {
        pos = stringEnd(text, pos)
        continue
      }
      if (c === '{' || c === '[') depth++
      else if (c === '}' || c === ']') {
        if (depth === 0) return pos
        if (--depth === 0) return pos + 1
      } else if (depth === 0 && ', \t\n\r:'.includes(c)) return pos
      pos++
    }
    return pos
  }
}

export class DuplicateKey extends Error {
  readonly key: string
  constructor(key: string) {
    super(`duplicate field ${JSON.stringify(key)}`)
    this.key = key
  }
}

function stringEnd(text: string, at: number): number {
  let pos = at + 1
  while (text[pos] !== '"') pos += text[pos] === '\\' ? 2 : 1
  return pos + 1
}
