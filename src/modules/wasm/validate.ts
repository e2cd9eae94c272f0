import { ErrInvalidRequest, parseAccAddress, plainError, withDetails, wrapping } from '../../chain/index.js'
import { coinsProblem, goQuote, type Coin } from '../../codec/index.js'
import { isValidJson } from '../../codec/go-json/index.js'
import { checkAccessConfig } from './access.js'
import { ErrEmpty, ErrInvalid, ErrLimit } from './errors.js'
import { trimSpace } from './events.js'
import { MAX_LABEL_SIZE } from './limits.js'
import type { AccessConfig } from './records.js'

/** Stateless checks of messages. Source: wasmd x/wasm/types/validation.go, tx.go. */

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u
const MAX_CODE_IDS = 50

/** @throws ChainError, wrapped with the name of the field */
export const checkAddress = (prefix: string, field: string, text: string): Uint8Array =>
  wrapping(field, () => parseAccAddress(prefix, text))

/** @throws ChainError */
export const checkOptionalAddress = (prefix: string, field: string, text: string): Uint8Array | undefined =>
  text === '' ? undefined : checkAddress(prefix, field, text)

/** @throws ChainError wasm/12, wasm/13, wasm/14 */
export function checkLabel(label: string): void {
  if (label === '') throw ErrEmpty.error('is required')
  if (Buffer.byteLength(label) > MAX_LABEL_SIZE)
    throw ErrLimit.error(`cannot be longer than ${MAX_LABEL_SIZE} characters`)
  if (label !== trimSpace(label)) throw ErrInvalid.error('label must not start/end with whitespaces')
  if (!PRINTABLE.test(label)) throw ErrInvalid.error('label must have printable characters only')
}

/** @throws ChainError wasm/14 */
export const checkPayload = (msg: Uint8Array): void =>
  wrapping('payload msg', () => {
    if (!isValidJson(msg)) throw ErrInvalid.error()
  })

/** @throws ChainError undefined/1 */
export const checkFunds = (funds: readonly Coin[]): void =>
  wrapping('funds', () => {
    const problem = coinsProblem(funds)
    if (problem !== undefined) throw plainError(problem)
  })

/** @throws ChainError sdk/18 */
export function checkCodeId(codeId: bigint): void {
  if (codeId === 0n) throw ErrInvalidRequest.error('code id is required')
}

/** @throws ChainError sdk/18 */
export function checkCodeIds(codeIds: readonly bigint[]): void {
  if (codeIds.length === 0) throw ErrInvalidRequest.error('empty code ids')
  if (codeIds.length > MAX_CODE_IDS)
    throw ErrInvalidRequest.error(`total number of code ids is greater than ${MAX_CODE_IDS}`)
  if (new Set(codeIds).size !== codeIds.length) throw ErrInvalidRequest.error('duplicate code ids')
}

/** @throws ChainError sdk/18 */
export function checkWasmCode(code: Uint8Array, maxSize: number): void {
  if (code.length === 0) throw ErrInvalidRequest.error('code bytes is required: empty')
  if (code.length > maxSize) {
    const error = ErrInvalidRequest.error(`code bytes cannot be longer than ${maxSize} bytes: exceeds limit`)
    throw withDetails(error, [
      `the file has ${code.length} bytes; right: sudobox check FILE shows what they are, and sudobox build leaves out debug sections (docs/building.md)`,
    ])
  }
}

/** @throws ChainError */
export const checkPermission = (prefix: string, config: AccessConfig | undefined): void =>
  wrapping('instantiate permission', () => {
    if (config !== undefined) checkAccessConfig(prefix, config)
  })

/** Where the code comes from: all three or none. @throws ChainError undefined/1. Source: `ValidateVerificationInfo` */
export function checkVerification(source: string, builder: string, codeHash: Uint8Array): void {
  if (source === '' && builder === '' && codeHash.length === 0) return
  if (source === '') throw plainError('source is required')
  const problem = uriProblem(source)
  if (problem !== undefined) throw plainError(`source: parse ${goQuote(source)}: ${problem}`)
  if (builder === '') throw plainError('builder is required')
  checkImage(builder)
  if (codeHash.length === 0) throw plainError('code hash is required')
}

/** What is wrong with an absolute URI or path. Source: Go net/url `ParseRequestURI` */
function uriProblem(uri: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(uri)) return 'net/url: invalid control character in URL'
  if (!/^(?:\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(uri)) return 'invalid URI for request'
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?]*)/.exec(uri)?.[1] ?? ''
  const wrong = /[ "<>\\^`{|}]/.exec(host)?.[0]
  return wrong === undefined ? undefined : `invalid character ${goQuote(wrong)} in host name`
}

const DOMAIN = String.raw`[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?`
const PATH = String.raw`[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*`
const IMAGE = new RegExp(
  String.raw`^${DOMAIN}(?:\.${DOMAIN})*(?::[0-9]+)?(?:/${PATH})+(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
)

/** @throws ChainError undefined/1. Source: github.com/distribution/reference `ParseDockerRef` */
function checkImage(image: string): void {
  const problem = (text: string) => plainError(`builder: ${text}`)
  if (/^[a-f0-9]{64}$/.test(image))
    throw problem(`invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`)
  const slash = image.indexOf('/')
  const first = image.slice(0, Math.max(slash, 0))
  const hasDomain = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase())
  const rest = hasDomain ? image.slice(slash + 1) : slash < 0 ? `library/${image}` : image
  const [name = ''] = rest.split(':')
  if (name !== name.toLowerCase())
    throw problem(`invalid reference format: repository name (${name}) must be lowercase`)
  if (!IMAGE.test(`${hasDomain ? first : 'docker.io'}/${rest}`)) throw problem('invalid reference format')
}
