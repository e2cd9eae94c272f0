import type { FindingData, RunData } from '../../src/report/model.js'
import { CopyButton } from '../components/copy-button.js'
import { Badge, Pre, Section } from '../components/parts.js'
import { AmountsChart } from './amounts-view.js'

interface FindingViewProps {
  readonly run: RunData
  readonly finding: FindingData
  readonly onStep: (step: number) => void
}

/** An action sequence that violates an invariant: in words, in numbers, and how to reproduce it. */
export function FindingView({ run, finding, onStep }: FindingViewProps) {
  const { invariant, rule, about, setup, wrong, lines, numbers, seed, commands, fixture, file } = finding
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
      {numbers.length > 0 && (
        <Section
          level={2}
          title="Values that the invariant compares"
          note="coins of contracts (including packets and remote accounts), and coins and claims of actors"
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

const withoutNumber = (line: string): string => line.replace(/^\d+\. /, '')
