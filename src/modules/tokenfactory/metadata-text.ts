import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { protoText, type TextField } from '../../codec/index.js'

/** Metadata as gogoproto prints it. */
export function metadataText(metadata: Metadata): string {
  const texts = (name: string, value: string): TextField[] => (value === '' ? [] : [[name, value]])
  return protoText([
    ...texts('description', metadata.description),
    ...metadata.denomUnits.map(({ denom, exponent, aliases }): TextField => [
      'denom_units',
      [
        ...texts('denom', denom),
        ...(exponent === 0 ? [] : ([['exponent', BigInt(exponent)]] satisfies TextField[])),
        ...aliases.map((alias): TextField => ['aliases', alias]),
      ],
    ]),
    ...texts('base', metadata.base),
    ...texts('display', metadata.display),
    ...texts('name', metadata.name),
    ...texts('symbol', metadata.symbol),
    ...texts('uri', metadata.uri),
    ...texts('uri_hash', metadata.uriHash),
  ])
}
