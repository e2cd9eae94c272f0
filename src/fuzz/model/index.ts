import type { ActionInput } from '../../sandbox/internal.js'
import { layerChoices } from '../layers/choices.js'
import { packetChoices } from './packets.js'
import { paranoidChoices } from './paranoid.js'
import { queryChoices } from './queries.js'
import { remoteChoices } from './remote.js'
import type { Chooser, Scene } from './scene.js'
import { userChoices } from './users.js'
import { worldChoices } from './world.js'

export { Memory, executed, type Recipe } from './memory.js'
export { accountOf } from './via.js'
export { answerOf, answersOf, learnedAround, leaves } from './learned.js'
export { weightsOf, type Weights } from './weights.js'
export { sceneOf, type Scene } from './scene.js'
export { ERROR_CODE, filterOf } from './packets.js'
export { resubmitMessage, strangersTransfer } from './world.js'
export { execute, leastUsed } from './users.js'
export { closing, lastOpening, remoteTransfer, reopening } from './remote.js'

/** All kinds of choices. */
const CHOOSERS: readonly Chooser[] = [
  userChoices,
  packetChoices,
  queryChoices,
  worldChoices,
  remoteChoices,
  layerChoices,
  paranoidChoices,
]

/** A random action that is possible in this state; undefined if the chosen kind has none. */
export function nextAction(scene: Scene): ActionInput | undefined {
  return scene.random.weighted(CHOOSERS.flatMap((choose) => choose(scene)))?.()
}
