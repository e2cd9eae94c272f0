import { describe, expect, test } from 'vitest'
import { ODD_ERRORS, RUBBISH } from '../../src/fuzz/arbitraries/odd-acknowledgements.js'
import { lineOf } from '../../src/fuzz/step-text.js'
import { Memory, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { packetChoices } from '../../src/fuzz/model/packets.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { Story } from '../../src/fuzz/story.js'
import type { ActionInput, Double } from '../../src/sandbox/index.js'
import { started, vault, vaultCampaign } from './stories.js'
import { betweenTwo, packet, send } from './two-contracts.js'

const answeredWith = (acknowledgement: string): ActionInput => ({ action: 'relay', receiver: { acknowledgement } })
const LONG = ODD_ERRORS[1]!
const NO_JSON = RUBBISH.find((one) => Buffer.from(one, 'base64').toString() === 'not JSON')!

/** Reads acknowledgements. @param read throws for what it refuses */
const reader = (read: (text: string) => void): Double => ({
  execute: (_deps, env) => ({ messages: [packet(env, {})] }),
  ibc_packet_ack: (_deps, _env, msg) => {
    const { data } = (msg as { readonly acknowledgement: { readonly data: string } }).acknowledgement
    read(Buffer.from(data, 'base64').toString())
  },
})
const short = reader((text) => {
  if (text.length > 1000) throw new Error('the text of the error is too long')
})
const strict = reader((text) => void JSON.parse(text))
const patient = reader(() => undefined)

const verdict = (here: Double, acknowledgement: string) =>
  betweenTwo('I2', here, {}, [send('here'), answeredWith(acknowledgement)])

describe('a contract of the other side that acknowledges', () => {
  test('with a long error finds one that refuses it, and none that reads it', async () => {
    expect(await verdict(short, LONG)).toMatchObject({
      invariant: 'I2',
      level: 'error',
      about: 'here/ibc_packet_ack',
      text: expect.stringMatching(
        /^callback ibc_packet_ack of here failed .* the text of the error is too long/,
      ) as string,
    })
    for (const one of ODD_ERRORS) expect(await verdict(strict, one)).toBeUndefined()
  })

  test('with rubbish shows in a note who refuses it', async () => {
    expect(await verdict(strict, NO_JSON)).toMatchObject({
      level: 'note',
      text: expect.stringMatching(/^after an acknowledgement that no honest application writes, callback/) as string,
    })
    for (const one of RUBBISH) expect(await verdict(patient, one)).toBeUndefined()
  })
})

test('any bytes may wait for their delivery, while others are chosen', async () => {
  await started(vaultCampaign(), async (start) => {
    const random = new RandomSource(1)
    const story = await Story.begin(start)
    await story.execute(vault.deposit('alice'))
    const scene = sceneOf(story, new Memory(start), { ...weightsOf(random), lies: 2 }, random)
    const [packet] = scene.packets
    for (const one of [...ODD_ERRORS, ...RUBBISH]) {
      const waiting = { ...packet!, sequence: 9n, acknowledgement: Buffer.from(one, 'base64') }
      const packets = [
        { ...packet!, destinationPort: 'wasm.other' },
        { ...waiting, destinationPort: 'wasm.other' },
      ]
      expect(() => packetChoices({ ...scene, packets }).map(([, make]) => make())).not.toThrow()
    }
  })
})

test('only contracts acknowledge with what no module writes', async () => {
  await started(vaultCampaign(), async (start) => {
    const random = new RandomSource(1)
    const story = await Story.begin(start)
    const step = await story.execute(vault.deposit('alice'))
    expect(lineOf(1, { ...step, action: { ...step.action, ...answeredWith(LONG) } as never })).toMatch(
      /which the other side acknowledges with \{"error":"x+… \(65548 bytes\)/,
    )
    const scene = sceneOf(story, new Memory(start), { ...weightsOf(random), lies: 2 }, random)
    const odd = (destinationPort: string): readonly ActionInput[] =>
      packetChoices({ ...scene, packets: scene.packets.map((one) => ({ ...one, destinationPort })) })
        .map(([, make]) => make()!)
        .filter((one) => one.action === 'relay' && one.receiver !== undefined && 'acknowledgement' in one.receiver)
    expect(odd('transfer')).toEqual([])
    expect(odd('icahost')).toEqual([])
    expect(odd('wasm.neutron1other')).toHaveLength(2)
  })
})
