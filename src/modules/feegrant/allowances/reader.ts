import { plainError } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import type { Allowance } from './allowance.js'
import { ALLOWED_MESSAGES, readAllowedMessages } from './allowed-messages.js'
import { BASIC_ALLOWANCE, basicAllowance, decodeBasic } from './basic.js'
import { PERIODIC_ALLOWANCE, readPeriodic } from './periodic.js'

/** How deep allowances may be packed in each other and in a message. Source: cosmos-sdk codec/types `MaxUnpackAnyRecursionDepth`. */
const MAX_DEPTH = 10

/** Reads a packed allowance. @param depth that of the message around it @throws ChainError undefined/1 for an unknown type, and for bytes that do not decode */
export function readAllowance({ typeUrl, value }: Any, depth = 0): Allowance {
  if (depth >= MAX_DEPTH) throw plainError('max depth exceeded')
  switch (typeUrl) {
    case BASIC_ALLOWANCE:
      return basicAllowance(decodeBasic(BasicAllowance.decode(value)))
    case PERIODIC_ALLOWANCE:
      return readPeriodic(value)
    case ALLOWED_MESSAGES:
      return readAllowedMessages(value, (inner) => readAllowance(inner, depth + 1))
    default:
      throw plainError(`no concrete type registered for type URL ${typeUrl} against interface *feegrant.FeeAllowanceI`)
  }
}
