import { message, parseAccAddress, plainError, type Messages } from '../../chain/index.js'
import { checkPair, decodePair, parsePair } from '../../codec/neutron/currency-pair.js'
import { protoMessages, protoString, protoStrings, readProto } from '../../codec/index.js'

/** A chain with marketmap rejects all of them: pairs come with their markets. */
const disabled = (): never => {
  throw plainError('x/oracle message server is disabled when using x/marketmap')
}

const pairMessage = <T>(
  name: string,
  read: (fields: ReturnType<typeof readProto>) => readonly T[],
  check: (pair: T) => void,
) =>
  message<{ readonly authority: string; readonly pairs: readonly T[] }>({
    typeUrl: `/slinky.oracle.v1.${name}`,
    decode: (value) => {
      const fields = readProto(value)
      return { authority: protoString(fields, 1), pairs: read(fields) }
    },
    signers: ({ authority }) => [authority],
    validateBasic: ({ authority, pairs }, prefix) => {
      parseAccAddress(prefix, authority)
      pairs.forEach(check)
    },
    handle: disabled,
  })

/** Source: connect v1.3.1 x/oracle/keeper/msg_server.go, types/msgs.go. */
export const oracleMessages: Messages = Object.fromEntries([
  pairMessage('MsgAddCurrencyPairs', (fields) => protoMessages(fields, 2).map(decodePair), checkPair),
  pairMessage('MsgRemoveCurrencyPairs', (fields) => protoStrings(fields, 2), parsePair),
])
