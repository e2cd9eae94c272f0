import { constants, crc32, inflateRawSync, type Zlib } from 'node:zlib'
import { SudoboxError } from '../base/index.js'

/** An archive that does not unpack; its text is Go's. */
export class GzipError extends SudoboxError {
  readonly code = 'GZIP'
}

/** Flags of the header. Source: RFC 1952. */
const HEADER_CHECKSUM = 2
const EXTRA = 4
const NAME = 8
const COMMENT = 16

const HEADER_LENGTH = 10
const TRAILER_LENGTH = 8
/** Go's longest name and comment, with the zero behind it. */
const MAX_TEXT = 512
/** Go's window, which is handed over whenever it is full. */
const WINDOW = 32_768

const cut = () => new GzipError('unexpected EOF')

/**
 * What the first member of an archive contains; what follows it does not count.
 * @param limit of the archive and of what it contains, in bytes
 * @throws GzipError. Source: wasmd x/wasm/ioutils `Uncompress`; go1.26 compress/gzip, compress/flate.
 */
export function gunzipFirst(archive: Uint8Array, limit: number): Uint8Array {
  const tooLarge = () => new GzipError(`max ${limit} bytes: exceeds limit`)
  if (archive.length > limit) throw tooLarge()
  const body = archive.subarray(headerLength(archive))
  const inflated = inflate(body, limit)
  if (inflated === undefined) throw tooLarge()
  const { bytes, read, fault } = inflated
  // The reader asks for more when it has the limit, unless the end came with the last bytes.
  if (bytes.length > limit || (bytes.length === limit && limit % WINDOW === 0)) throw tooLarge()
  if (fault !== undefined) throw fault
  if (body.length < read + TRAILER_LENGTH) throw cut()
  const trailer = new DataView(body.buffer, body.byteOffset + read, TRAILER_LENGTH)
  if (trailer.getUint32(0, true) !== crc32(bytes) || trailer.getUint32(4, true) !== bytes.length % 2 ** 32)
    throw new GzipError('gzip: invalid checksum')
  return bytes
}

/** @throws GzipError. Source: compress/gzip `readHeader` */
function headerLength(archive: Uint8Array): number {
  const invalid = () => new GzipError('gzip: invalid header')
  const flags = archive[3] ?? 0
  let at = HEADER_LENGTH
  const skip = (length: number): void => {
    at += length
    if (at > archive.length) throw cut()
  }
  const uint16 = (): number => {
    skip(2)
    return archive[at - 2]! + archive[at - 1]! * 256
  }
  const skipText = (): void => {
    const end = archive.subarray(at, at + MAX_TEXT).indexOf(0)
    if (end < 0) throw archive.length - at < MAX_TEXT ? cut() : invalid()
    skip(end + 1)
  }
  skip(0)
  if (flags & EXTRA) skip(uint16())
  if (flags & NAME) skipText()
  if (flags & COMMENT) skipText()
  if (flags & HEADER_CHECKSUM) {
    const sum = crc32(archive.subarray(0, at)) & 0xffff
    if (uint16() !== sum) throw invalid()
  }
  return at
}

interface Inflated {
  readonly bytes: Uint8Array
  /** How many bytes of the stream were read. */
  readonly read: number
  /** What is wrong behind the bytes. */
  readonly fault?: GzipError
}

/** Reads a stream until its end or the end of the data. @returns undefined for more than the limit */
function inflate(stream: Uint8Array, limit: number): Inflated | undefined {
  const inflated = attempt(stream, limit)
  if (inflated !== 'corrupt') return inflated
  // The shortest part of the stream that is refused ends where the fault was noticed.
  let [whole, refused] = [0, stream.length]
  while (refused - whole > 1) {
    const middle = (whole + refused) >> 1
    if (attempt(stream.subarray(0, middle), limit) === 'corrupt') refused = middle
    else whole = middle
  }
  const before = attempt(stream.subarray(0, whole), limit)
  if (before === undefined || before === 'corrupt') return undefined
  return { ...before, fault: new GzipError(`flate: corrupt input before offset ${refused}`) }
}

function attempt(stream: Uint8Array, limit: number): Inflated | 'corrupt' | undefined {
  const maxOutputLength = Math.min(limit + 1, constants.Z_MAX_CHUNK)
  try {
    const { buffer, engine } = inflateRawSync(stream, {
      finishFlush: constants.Z_SYNC_FLUSH,
      info: true,
      maxOutputLength,
    }) as unknown as { readonly buffer: Uint8Array; readonly engine: Zlib }
    return { bytes: new Uint8Array(buffer), read: engine.bytesWritten }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR') return 'corrupt'
    if (code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
