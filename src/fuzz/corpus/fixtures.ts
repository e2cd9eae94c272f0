import { statSync } from 'node:fs'
import { insteadOf, jsonOf, UsageError } from '../../base/index.js'
import { checkFixture, FIXTURE_VERSION, type Fixture } from '../../replay/internal.js'
import { WasmFiles, writtenAction, type Action, type ActionInput, type Json } from '../../sandbox/internal.js'
import { reachOf, type CampaignConfig } from '../config.js'
import { optionsOf, startCampaign, type Start } from '../setup.js'
import { perform } from '../story.js'
import { withThirdChain } from '../worlds/index.js'
import { Corpus, type CorpusWarning } from './corpus.js'
import { storyName } from './story-file.js'

/** An action sequence of a corpus, after the setup of its campaign. */
export interface CorpusFixture {
  /** The name of its file in the folder. */
  readonly name: string
  readonly fixture: Fixture
}

/**
 * The action sequences of a corpus as fixtures without expectations, whose paths are relative to the campaign. Actions that are no longer possible are left
 * out, as a campaign does.
 * @param folder of the corpus @param onWarning called for each file that is not an action sequence
 * @throws UsageError for a folder that does not exist, or has none; what the setup of the campaign throws
 */
export async function* corpusFixtures(
  campaign: CampaignConfig,
  folder: string,
  onWarning: (warning: CorpusWarning) => void = () => {},
): AsyncGenerator<CorpusFixture> {
  if (!isFolder(folder))
    throw new UsageError(`there is no folder ${folder}`, {
      details: [...insteadOf(folder), 'right: the folder that sudobox fuzz --corpus FOLDER wrote'],
    })
  const { stories, warnings } = Corpus.open(folder)
  for (const warning of warnings) onWarning(warning)
  if (stories.length === 0)
    throw new UsageError(`${folder} has no action sequences`, {
      details: ['right: the folder that sudobox fuzz --corpus FOLDER wrote'],
    })
  const config = withThirdChain(campaign)
  const start = await startCampaign(config, false)
  try {
    for (const { actions } of stories) {
      const done = await performed(start, actions)
      const all = [...start.setup, ...done]
      yield { name: storyName(actions), fixture: fixtureOf(config, all) }
    }
  } finally {
    await start.sandbox.close()
  }
}

/** The actions that are possible, as the chain gets them. */
async function performed(start: Start, actions: readonly ActionInput[]): Promise<readonly Action[]> {
  await start.sandbox.restore(start.snapshot)
  const done: Action[] = []
  for (const action of actions)
    try {
      done.push((await perform({ ...start, light: true }, action)).action)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    }
  return done
}

function fixtureOf(config: CampaignConfig, actions: readonly Action[]): Fixture {
  const file = config.file ?? config.title
  const written = (action: Action): Json => writtenAction(action, new WasmFiles(reachOf(config)), file)
  return checkFixture(
    {
      sudobox: FIXTURE_VERSION,
      title: config.title,
      options: jsonOf(optionsOf(config)),
      steps: actions.map((action) => ({ do: written(action) })),
    },
    file,
  )
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
