import { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../../src/base/bytes.js'
import { ContractApplication, ContractApplication2, type ContractIbc } from '../../../../src/modules/wasm/index.js'
import { ibc2Port, ibcPort } from '../../../../src/modules/wasm/ibc/ports.js'
import { refusal } from '../../ibc/echo-pair.js'
import { FRED, ProbeChain } from '../chain.js'

const chain = new ProbeChain()
const contract = chain.text(chain.first)
const calls = chain.app.keepers.wasm.ibcCalls
const NOTHING = new Uint8Array(0)

/** The probe has no entry points for IBC: each of them fails. */
const failed = (step: string, entry: string) =>
  `wasm/5 ${step}: Error calling the VM: Error resolving Wasm function: Could not get export: Missing export ${entry}: execute wasm contract failed`

/** Source: wasmd v0.61.14 x/wasm/ibc.go `OnAcknowledgementPacket`, `OnTimeoutPacket`. */
test('what a contract refuses to hear of its packets is told with the step', () => {
  const application = new ContractApplication(calls, {} as ContractIbc)
  const packet = Packet.fromPartial({ sourcePort: ibcPort(contract), sourceChannel: 'channel-0' })
  const ctx = chain.context()
  expect(refusal(() => application.onAcknowledge(ctx, '', packet, toUtf8('ok'), FRED))).toBe(
    failed('on ack', 'ibc_packet_ack'),
  )
  expect(refusal(() => application.onTimeout(ctx, '', packet, FRED))).toBe(failed('on timeout', 'ibc_packet_timeout'))
})

/** Source: wasmd v0.61.14 x/wasm/keeper/ibc2.go. */
test('so it is with packets between clients, which only the contract itself sends', () => {
  const application = new ContractApplication2(calls)
  const ctx = chain.context()
  const place = { sourceClient: '07-tendermint-0', destinationClient: '07-tendermint-1', sequence: 1n }
  const payload = {
    sourcePort: ibc2Port('neutron', contract),
    destinationPort: 'b',
    version: '1',
    encoding: 'text',
    value: NOTHING,
  }
  const send = (signer: Uint8Array) => refusal(() => application.onSend(ctx, place, payload, signer))
  expect(send(FRED)).toBe(`ibc/2 signer ${chain.text(FRED)} is different from contract ${contract}: unauthorized`)
  expect(send(chain.first)).toBe(failed('on ibc2 send', 'ibc2_packet_send'))
  expect(refusal(() => application.onAcknowledge(ctx, place, NOTHING, payload, FRED))).toBe(
    failed('on ack', 'ibc2_packet_ack'),
  )
  expect(refusal(() => application.onTimeout(ctx, place, payload, FRED))).toBe(
    failed('on timeout', 'ibc2_packet_timeout'),
  )
})
