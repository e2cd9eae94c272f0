import { jsonText } from '../../base/index.js'
import type { DecodedItem } from './contract-abi.js'

/** Why code of the EVM failed. */
export interface CodeFailure {
  /** In the EVM's words. */
  readonly failure: string | undefined
  /** What it reverted with, if it is a known error. */
  readonly error: DecodedItem | undefined
  /** What it reverted with, in hex. */
  readonly returned: string
}

/** Why code failed, in a line: `execution reverted: InsufficientBalance(…)`. */
export function failureText({ failure = '', error, returned }: CodeFailure): string {
  if (error === undefined)
    return returned === '0x' || failure !== 'execution reverted' ? failure : `${failure}: ${returned}`
  const text = argumentsText(error.args)
  return `${failure}: ${error.name === 'Error' ? text : `${error.name}(${text})`}`
}

/** Arguments of an event or an error, without their names. */
export const argumentsText = (args: unknown): string =>
  Object.values(args as object)
    .map(shown)
    .join(', ')

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : jsonText(value).replace(/^"(\d+)"$/, '$1')
