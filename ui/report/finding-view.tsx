import type { FindingData, RunData, StoredSeries } from '../../src/report/model.js'
import { StoredValue } from '../components/changes.js'
import { CopyButton } from '../components/copy-button.js'
import { shortAddress } from '../components/format.js'
import { Badge, Pre, Section } from '../components/parts.js'
import { AmountsChart } from './amounts-view.js'
import { lanesOf } from './finding-subject.js'
import { Lanes } from './lanes.js'

interface FindingViewProps {
  readonly run: RunData
  readonly finding: FindingData
  readonly onStep: (step: number) => void
}

/** An action sequence that violates an invariant: in words, in numbers, and how to reproduce it. */
export function FindingView({ run, finding, onStep }: FindingViewProps) {
  const { invariant, rule, about, setup, wrong, lines, numbers, seed, commands, fixture, file } = finding
  const assets = lanesOf(finding)
  const storage = finding.storage ?? []
  const wrongStep = wrong === undefined ? undefined : wrong - setup + 1
  return (
    <div class="page finding">
      <p class="finding-text">
        <Badge tone={run.verdict.state === 'good' ? 'good' : 'bad'}>{invariant}</Badge>{' '}
        {rule === undefined ? 'an invariant that the campaign defines' : `The rule: ${rule}.`}
        {about !== undefined && <span class="quiet"> At {about}.</span>}
      </p>
      <Section level={2} title="The action sequence">
        {lines.length === 0 ? (
          <p class="empty">The campaign is needed to describe the sequence in words: {run.verdict.text}.</p>
        ) : (
          <ol class="sequence">
            {lines.map((line, i) => {
              const step = setup + i
              const isWrong = step === wrong
              return (
                <li key={i} class={isWrong ? 'wrong' : ''}>
                  <button type="button" class="link" onClick={() => onStep(step)}>
                    {withoutNumber(line)}
                  </button>
                  {isWrong && <Badge tone="bad">first wrong step</Badge>}
                </li>
              )
            })}
          </ol>
        )}
      </Section>
      {assets.length + storage.length > 0 && (
        <Section level={2} title="What it is about" note="after each step of the action sequence">
          {assets.map(({ unit, lanes }) => (
            <Lanes key={unit} title={unit} lanes={lanes} wrong={wrongStep} />
          ))}
          {storage.map((one) => (
            <StoredKey key={`${one.contract} ${one.key}`} stored={one} wrong={wrongStep} />
          ))}
        </Section>
      )}
      {numbers.length > 0 && (
        <Section
          level={2}
          title={assets.length > 0 ? 'All balances and claims' : 'Balances and claims'}
          note="coins of contracts (including packets and remote accounts), and coins and claims of actors"
          open={assets.length + storage.length === 0}
        >
          <AmountsChart
            title="Balances and claims"
            series={numbers}
            steps={setup + lines.length}
            begin="changes"
            mark={wrong === undefined ? undefined : { x: wrong + 1, name: 'first wrong step' }}
            onPick={onStep}
          />
        </Section>
      )}
      <Section level={2} title="How to reproduce it">
        {commands.map((command) => (
          <div key={command} class="command">
            <code>{command}</code> <CopyButton text={command} what="the command" />
          </div>
        ))}
        <p>
          Seed of the campaign: <code>{seed}</code>
        </p>
      </Section>
      <Section level={2} title="Fixture" note={file} open={false}>
        <p>
          <CopyButton text={fixture} what="the fixture" />
        </p>
        <Pre label="The fixture" text={fixture} />
      </Section>
    </div>
  )
}

/** A key before the wrong step and after it. */
function StoredKey({
  stored: { contract, key, values },
  wrong = Infinity,
}: {
  readonly stored: StoredSeries
  readonly wrong: number | undefined
}) {
  const before = values.findLast(([step]) => step < wrong)
  const after = values.findLast(([step]) => step <= wrong)
  const isSame = before === after
  return (
    <div class="stored">
      <h3>
        <span class="quiet">{shortAddress(contract)}</span> <code>{key === '' ? '(empty key)' : key}</code>
      </h3>
      <div class="before-after">
        <StoredValue
          title={wrong === Infinity ? 'at the start' : `before step ${wrong}`}
          value={before?.[1]}
          label={`${key} before`}
        />
        {wrong !== Infinity && (
          <StoredValue
            title={isSame ? `after step ${wrong}: still the same` : `after step ${wrong}`}
            value={after?.[1]}
            label={`${key} after`}
          />
        )}
      </div>
    </div>
  )
}

const withoutNumber = (line: string): string => line.replace(/^\d+\. /, '')
