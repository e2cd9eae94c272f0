import type { ActionInput } from '../../sandbox/internal.js'
import { accountChoices } from './accounts.js'
import { attackChoices } from './attacks.js'
import { impostorChoices } from './impostors.js'
import { layerChoices } from '../layers/choices.js'
import { migrationChoices } from './migrations.js'
import { packetChoices } from './packets.js'
import { paranoidChoices } from './paranoid.js'
import { queryChoices } from './queries.js'
import { remoteChoices } from './remote.js'
import { stateChoices } from './remote-state.js'
import type { Chooser, Scene } from './scene.js'
import { userChoices } from './users.js'
import { worldChoices } from './world.js'

/** All kinds of choices. */
const CHOOSERS: readonly Chooser[] = [
  userChoices,
  accountChoices,
  attackChoices,
  impostorChoices,
  packetChoices,
  queryChoices,
  worldChoices,
  migrationChoices,
  remoteChoices,
  stateChoices,
  layerChoices,
  paranoidChoices,
]

/** A random action that is possible in this state; undefined if the chosen kind has none. */
export function nextAction(scene: Scene): ActionInput | undefined {
  return scene.random.weighted(CHOOSERS.flatMap((choose) => choose(scene)))?.()
}
