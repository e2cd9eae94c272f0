/** A field of a message in protobuf. */
const field = (number: number, type: 0 | 2, ...value: readonly number[]): readonly number[] => [
  ...varint(BigInt((number << 3) | type)),
  ...value,
]

function varint(value: bigint): readonly number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}

/** The action that resubmits a failure as its contract would: `MsgResubmitFailure { sender: 1, failure_id: 2 }`. */
export function resubmission(chain: string, contract: string, id: string): object {
  const sender = new TextEncoder().encode(contract)
  const number = BigInt(id)
  const bytes = [
    ...field(1, 2, ...varint(BigInt(sender.length)), ...sender),
    ...(number === 0n ? [] : field(2, 0, ...varint(number))),
  ]
  return {
    action: 'tx',
    chain,
    from: contract,
    impersonate: true,
    messages: [
      { any: { typeUrl: '/neutron.contractmanager.MsgResubmitFailure', value: btoa(String.fromCharCode(...bytes)) } },
    ],
  }
}
