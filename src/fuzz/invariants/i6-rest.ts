import type { ActionInput } from '../../sandbox/internal.js'
import { ERROR_CODE } from '../model/index.js'
import { packetKey } from '../deliveries.js'
import {
  judgeNew,
  performAll,
  placeOf,
  twin,
  unjudged,
  type Invariant,
  type Judgement,
  type Situation,
} from './judge.js'

/** After so many rounds in which the remote chain fails, no packet may be pending. */
const ROUNDS = 8
const MAX_STEPS = 4 * ROUNDS

/** How the remote chain fails: with error acknowledgements, with timeouts, or with both in turn. */
const WAYS: Readonly<Record<string, (round: number) => 'error' | 'timeout'>> = {
  'always fails': () => 'error',
  'never answers': () => 'timeout',
  'alternately fails and does not respond': (round) => (round % 2 === 0 ? 'timeout' : 'error'),
}

/** Activity stops if nobody asks for more. Honest designs try again a few times: rounds for more tries than that are allowed. */
export const I6: Invariant = {
  id: 'I6',
  title: 'activity stops',
  when: 'end',
  steady: true,
  oftenMeant: true,
  judge: async (situation) => {
    if (open(situation).length === 0) return unjudged('no packet was in flight')
    return judgeNew(
      situation,
      Object.entries(WAYS),
      ([way]) => way,
      ([way, how]) => twin(situation, () => failing(situation, way, how)),
    )
  },
}

/** Pending packets that a relayer can still deliver. */
const open = ({ start, story }: Situation) =>
  start.sandbox.relayer
    .pending()
    .filter((packet) => packet.state !== 'stranded' && !story.state.stuck.has(packetKey(packet)))

async function failing(
  situation: Situation,
  way: string,
  how: (round: number) => 'error' | 'timeout',
): Promise<Judgement> {
  const { start } = situation
  const further: ActionInput[] = []
  let about: string | undefined
  let round = 0
  for (let step = 0; round < ROUNDS; step++) {
    if (step === MAX_STEPS) return unjudged('channels that were being opened kept the relayer busy')
    const packets = open(situation)
    if (packets.length === 0) return undefined
    // A packet takes two deliveries, or one if it times out. With a higher limit, packets that are sent meanwhile would be delivered too.
    const limit = how(round) === 'timeout' ? packets.length : 2 * packets.length
    const coming = how(round) === 'timeout' ? packets.filter(({ state }) => state === 'sent') : []
    const actions: ActionInput[] = [
      ...[...new Set(coming.map(({ to }) => to))].map((chain) => ({ action: 'skipPastTimeout', chain }) as const),
      { action: 'relay', limit, ...(how(round) === 'error' && { receiver: { errorCode: ERROR_CODE } }) },
    ]
    const steps = await performAll(start, actions)
    if (steps === undefined || steps.at(-1)!.results.length === 0)
      return unjudged('the packets could not be delivered as errors or timeouts')
    about = placeOf(start, steps.at(-1)!)
    further.push(...actions)
    // The limit also counts steps of handshakes, which settle no packet.
    const left = new Set(open(situation).map(packetKey))
    if (packets.some((packet) => !left.has(packetKey(packet)))) round++
  }
  const left = open(situation).length
  return left === 0
    ? undefined
    : {
        text: `with a remote chain that ${way}, ${left} packets are still in flight after ${ROUNDS} rounds without actions of users`,
        further,
        about,
        key: way,
      }
}
