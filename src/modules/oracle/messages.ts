import { message, parseAccAddress, plainError, type Messages } from '../../chain/index.js'
import { MsgAddCurrencyPairs, MsgRemoveCurrencyPairs } from '../../codec/messages/slinky.oracle.v1.js'
import { checkPair, parsePair } from '../../codec/neutron/currency-pair.js'

/** A chain with marketmap rejects all of them: pairs come with their markets. */
const disabled = (): never => {
  throw plainError('x/oracle message server is disabled when using x/marketmap')
}

const signers = ({ authority }: { readonly authority: string }): readonly string[] => [authority]

/** Source: connect v1.3.1 x/oracle/keeper/msg_server.go, types/msgs.go. */
export const oracleMessages: Messages = Object.fromEntries([
  message<MsgAddCurrencyPairs>({
    ...MsgAddCurrencyPairs,
    signers,
    validateBasic: ({ authority, currencyPairs }, prefix) => {
      parseAccAddress(prefix, authority)
      currencyPairs.forEach(checkPair)
    },
    handle: disabled,
  }),
  message<MsgRemoveCurrencyPairs>({
    ...MsgRemoveCurrencyPairs,
    signers,
    validateBasic: ({ authority, currencyPairIds }, prefix) => {
      parseAccAddress(prefix, authority)
      currencyPairIds.forEach((pair) => parsePair(pair))
    },
    handle: disabled,
  }),
])
