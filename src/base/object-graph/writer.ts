import { UsageError } from '../errors.js'
import { MARK, MAX_TEXTS, SHORT_TEXT, type GraphScope, type SavedClass } from './classes.js'
import { GrowingBytes } from './growing-bytes.js'

/** An object whose parts are being written. */
interface Frame {
  readonly object: object
  readonly parts: readonly unknown[]
  /** Names of the parts, for a place in an error. */
  readonly names: readonly string[] | undefined
  readonly mark: number
  readonly saved: SavedClass | undefined
  next: number
}

/**
 * Writes values with everything that they refer to. An object that was written before is written as a reference, so that a value which shares
 * most of its parts with an earlier one costs only what is new. Objects must not change once they are written, and must not contain themselves.
 * Other than the structured clone of V8, it knows classes, keeps what values share over several calls, and is not limited by the stack.
 */
export class GraphWriter {
  readonly #classes: ReadonlyMap<unknown, SavedClass>
  readonly #known: ReadonlyMap<object, string>
  readonly #ids = new WeakMap<object, number>()
  readonly #texts = new Map<string, number>()
  readonly #shapes = new Map<string, number>()
  #nextId = 0
  #out = new GrowingBytes()

  constructor({ classes, known }: GraphScope) {
    this.#classes = new Map(classes.map((saved) => [saved.type, saved]))
    this.#known = new Map([...known].map(([name, object]) => [object, name]))
  }

  /** Goes on where a reader has ended: what it has read is not written again. */
  continue(read: {
    readonly objects: readonly object[]
    readonly texts: readonly string[]
    readonly shapes: readonly string[]
  }): void {
    read.objects.forEach((object, id) => this.#ids.set(object, id))
    read.texts.forEach((text, id) => this.#texts.set(text, id))
    read.shapes.forEach((shape, id) => this.#shapes.set(shape, id))
    this.#nextId = read.objects.length
  }

  /**
   * The bytes of a value, to be read after those of all earlier ones. After an error the writer is of no more use.
   * @throws UsageError with the place of a function, of an instance of an unknown class, or of an object that contains itself
   */
  write(value: unknown): Uint8Array {
    this.#out = new GrowingBytes()
    if (isObject(value)) this.#define(value)
    this.#out.byte(MARK.end)
    this.#value(value)
    return this.#out.finish()
  }

  /** Writes the object after all that it refers to. */
  #define(root: object): void {
    if (this.#isWritten(root)) return
    const frames: Frame[] = [this.#frame(root, [])]
    const open = new Set([root])
    while (frames.length > 0) {
      const frame = frames.at(-1)!
      const part = frame.next < frame.parts.length ? frame.parts[frame.next++] : frame
      if (part === frame) {
        this.#record(frame)
        open.delete(frame.object)
        frames.pop()
      } else if (isObject(part) && !this.#isWritten(part)) {
        if (open.has(part)) throw new UsageError(`an object contains itself at ${place(frames)}`)
        frames.push(this.#frame(part, frames))
        open.add(part)
      }
    }
  }

  #isWritten(object: object): boolean {
    return this.#ids.has(object) || this.#known.has(object)
  }

  #frame(object: object, above: readonly Frame[]): Frame {
    const base = { object, names: undefined, saved: undefined, next: 0 }
    if (Array.isArray(object)) return { ...base, parts: object, mark: MARK.array }
    if (object instanceof Uint8Array) return { ...base, parts: [], mark: MARK.bytes }
    if (object instanceof Map) return { ...base, parts: [...object].flat(), mark: MARK.map }
    if (object instanceof Set) return { ...base, parts: [...object], mark: MARK.set }
    const type: unknown = typeof object === 'function' ? undefined : Object.getPrototypeOf(object)?.constructor
    if (type === Object) {
      const names = Object.keys(object)
      return { ...base, parts: Object.values(object), names, mark: MARK.object }
    }
    const saved = this.#classes.get(type)
    if (saved === undefined) {
      const what =
        typeof object === 'function'
          ? `the function ${object.name}`
          : `an instance of ${String((type as Function | undefined)?.name)}`
      throw new UsageError(`${what} at ${place(above)} cannot be written`)
    }
    const parts = saved.write(object)
    return { ...base, parts: Object.values(parts), names: Object.keys(parts), mark: MARK.instance, saved }
  }

  #record({ object, parts, names, mark, saved }: Frame): void {
    const out = this.#out
    if (saved !== undefined) {
      out.byte(MARK.instance)
      this.#text(saved.name)
    }
    if (names !== undefined) this.#shape(names)
    else if (mark === MARK.bytes) {
      out.byte(mark)
      out.bytes(object as Uint8Array)
    } else {
      out.byte(mark)
      out.varint(mark === MARK.map ? parts.length / 2 : parts.length)
    }
    for (const part of parts) this.#value(part)
    this.#ids.set(object, this.#nextId++)
  }

  #shape(names: readonly string[]): void {
    const shape = JSON.stringify(names)
    const id = this.#shapes.get(shape)
    if (id !== undefined) {
      this.#out.byte(MARK.sameShape)
      return this.#out.varint(id)
    }
    this.#shapes.set(shape, this.#shapes.size)
    this.#out.byte(MARK.object)
    this.#out.text(shape)
  }

  #value(value: unknown): void {
    const out = this.#out
    switch (typeof value) {
      case 'undefined':
        return out.byte(MARK.undefined)
      case 'boolean':
        return out.byte(value ? MARK.true : MARK.false)
      case 'number':
        return this.#number(value)
      case 'bigint':
        out.byte(MARK.bigint)
        return out.text(value.toString(16))
      case 'string':
        return this.#text(value)
      case 'symbol':
        throw new UsageError(`${String(value)} cannot be written`)
      default:
        return value === null ? out.byte(MARK.null) : this.#reference(value as object)
    }
  }

  #number(value: number): void {
    const out = this.#out
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      out.byte(value < 0 ? MARK.negative : MARK.integer)
      return out.varint(Math.abs(value))
    }
    out.byte(MARK.double)
    out.double(value)
  }

  #text(text: string): void {
    const out = this.#out
    const id = this.#texts.get(text)
    if (id !== undefined) {
      out.byte(MARK.sameText)
      return out.varint(id)
    }
    if (text.length <= SHORT_TEXT && this.#texts.size < MAX_TEXTS) this.#texts.set(text, this.#texts.size)
    out.byte(MARK.text)
    out.text(text)
  }

  #reference(object: object): void {
    const name = this.#known.get(object)
    if (name === undefined) {
      this.#out.byte(MARK.reference)
      return this.#out.varint(this.#ids.get(object)!)
    }
    this.#out.byte(MARK.known)
    this.#text(name)
  }
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const place = (frames: readonly Frame[]): string =>
  frames.length === 0
    ? 'the top'
    : frames
        .slice(-8)
        .map(({ names, next, saved }) => `${saved === undefined ? '' : saved.name}.${names?.[next - 1] ?? next - 1}`)
        .join('')
