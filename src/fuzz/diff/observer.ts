import type { ActionInput } from '../../sandbox/internal.js'
import type { Scene } from '../model/index.js'
import type { Story } from '../story.js'
import type { ExecutedStep } from '../view.js'

/** What is done at each step of a campaign's search besides executing it. The sandbox is left as the step leaves it. */
export interface StepObserver {
  /** Executes the next step of an action sequence, which may be refused. @param run executes it */
  execute(story: Story, input: ActionInput, run: () => Promise<ExecutedStep>): Promise<ExecutedStep>
  /** Called after a step that had an effect. */
  look(scene: Scene): Promise<void>
}
