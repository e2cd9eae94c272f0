// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { codec, protoString, type Codec } from '../message.js'

export interface CurrencyPair {
  readonly base: string
  readonly quote: string
}
export const CurrencyPair: Codec<CurrencyPair> = codec(
  'slinky.types.v1.CurrencyPair',
  (writer, message) => {
    writer.string(1, message.base)
    writer.string(2, message.quote)
    return writer
  },
  (fields) => ({ base: protoString(fields, 1), quote: protoString(fields, 2) }),
)
