import { useMemo } from 'preact/hooks'
import type { CampaignData, ContractData, InvariantData } from '../../src/report/model.js'
import { CopyButton } from '../components/copy-button.js'
import { grouped, percent, plural } from '../components/format.js'
import { LineChart, type Line } from '../components/line-chart.js'
import { Badge, Bar, Section, TableBox, Tiles } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { GasView } from './gas-view.js'
import type { Route } from './route.js'

interface CampaignViewProps {
  readonly campaign: CampaignData
  readonly route: Route
  readonly go: (route: Route) => void
}

/** The tabs of a campaign. */
export const campaignTabs = ({ findings, invariants, contracts, certificates }: CampaignData) => [
  { id: 'findings', title: 'Findings', count: findings.length },
  { id: 'progress', title: 'Progress' },
  { id: 'invariants', title: 'Invariants', count: invariants.length },
  { id: 'contracts', title: 'Contracts', count: contracts.length },
  { id: 'gas', title: 'Gas cliffs', count: certificates.length },
]

/** A campaign: what it found, how far it came, what its contracts did, and where gas grows to the limit. */
export function CampaignView({ campaign, route, go }: CampaignViewProps) {
  const tabs = campaignTabs(campaign)
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'findings'
  return (
    <>
      <div class="run-head">
        <CampaignHead campaign={campaign} />
      </div>
      <Tabs label="Views" tabs={tabs} selected={tab} onSelect={(id) => go({ tab: id })}>
        <div class="page">
          <CampaignTab campaign={campaign} tab={tab} go={go} />
        </div>
      </Tabs>
    </>
  )
}

/** What one of the tabs shows. */
export function CampaignTab({
  campaign,
  tab,
  go,
}: Pick<CampaignViewProps, 'campaign' | 'go'> & { readonly tab: string }) {
  const { contracts, certificates, growths, warnings } = campaign
  return (
    <>
      {tab === 'findings' && <Findings campaign={campaign} go={go} />}
      {tab === 'progress' && <Progress campaign={campaign} />}
      {tab === 'invariants' && <Invariants campaign={campaign} />}
      {tab === 'contracts' && contracts.map((contract) => <Contract key={contract.label} contract={contract} />)}
      {tab === 'gas' && <GasView certificates={certificates} growths={growths} />}
      {tab === 'findings' && warnings.length > 0 && (
        <Section level={2} title="Warnings" note={String(warnings.length)}>
          <ul class="lines">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** What it found and how it ran, in short. */
export function CampaignHead({ campaign }: { readonly campaign: CampaignData }) {
  const { findings, seconds, sequences, actions, features, kept, workers, command } = campaign
  const found = findings.filter(({ level }) => level === 'error').length
  return (
    <>
      <p class="verdict">
        <Badge tone={found > 0 ? 'bad' : 'good'}>{found > 0 ? '✗' : '✓'}</Badge>{' '}
        {found > 0 ? plural(found, 'finding') : 'nothing found'}
      </p>
      <p class="command">
        <code>{command}</code> <CopyButton text={command} what="the command" />
      </p>
      <Tiles
        tiles={[
          { name: 'action sequences', value: grouped(sequences) },
          { name: 'actions', value: grouped(actions) },
          { name: 'features', value: grouped(features) },
          { name: 'kept', value: grouped(kept) },
          { name: 'seconds', value: grouped(seconds) },
          { name: workers === 1 ? 'worker' : 'workers', value: grouped(workers) },
        ]}
      />
    </>
  )
}

const TONES = { error: 'bad', warning: 'warn', note: 'plain' } as const

function Findings({ campaign, go }: { readonly campaign: CampaignData; readonly go: (route: Route) => void }) {
  if (campaign.findings.length === 0) return <p class="empty">No action sequence violated an invariant.</p>
  return (
    <>
      {campaign.findings.map(({ invariant, text, about, level, run, why, lines, except, forbid }, i) => (
        <article key={i} class="card">
          <h2>
            <Badge tone={TONES[level]}>{level === 'error' ? invariant : `${level} ${invariant}`}</Badge> {text}
          </h2>
          {about !== undefined && (
            <p class="quiet">
              at <code>{about}</code>
            </p>
          )}
          <ul class="lines sequence-lines">
            {lines.map((line, j) => (
              <li key={j} class={line.includes('← the first wrong step') ? 'wrong' : ''}>
                {line}
              </li>
            ))}
          </ul>
          <p>
            {run === undefined ? (
              <span class="quiet">No timeline: {why ?? 'it was not run again'}.</span>
            ) : (
              <button type="button" class="primary" onClick={() => go({ run })}>
                Timeline, numbers and fixture
              </button>
            )}
          </p>
          <p class="command quiet">
            If it is intended, add to the campaign: <code>{except}</code>
            <CopyButton text={except} what="the exception" />
          </p>
          {forbid !== undefined && (
            <p class="command quiet">
              If it must not be, add to the campaign: <code>{forbid}</code>
              <CopyButton text={forbid} what="the entry" />
            </p>
          )}
        </article>
      ))}
    </>
  )
}

function Progress({ campaign: { progress, contracts } }: { readonly campaign: CampaignData }) {
  const xs = useMemo(() => progress.map(({ seconds }) => seconds), [progress])
  const charts = useMemo(
    () =>
      (
        [
          ['Action sequences', 'sequences', 'action sequences'],
          ['Features: new code and new sequences of code', 'features', 'features'],
          ['Saved action sequences and findings', 'kept', 'action sequences'],
        ] as const
      ).map(([title, member, yName]) => ({
        title,
        yName,
        lines: [
          { name: member, ys: progress.map((point) => point[member]), stepped: true },
          ...(member === 'kept'
            ? [{ name: 'findings', ys: progress.map(({ findings }) => findings), stepped: true }]
            : []),
        ] satisfies Line[],
      })),
    [progress],
  )
  return (
    <>
      {charts.map(({ title, yName, lines }) => (
        <LineChart key={title} title={title} xName="seconds" yName={yName} xs={xs} lines={lines} />
      ))}
      <CodeOverTime contracts={contracts} />
    </>
  )
}

/** Which share of each contract's code had run. All of them were measured at the same moments. */
function CodeOverTime({ contracts }: Pick<CampaignData, 'contracts'>) {
  const measured = useMemo(
    () => contracts.filter(({ overTime, blocks }) => overTime.length > 0 && blocks > 0),
    [contracts],
  )
  const xs = useMemo(() => (measured[0]?.overTime ?? []).map(({ seconds }) => seconds), [measured])
  const lines = useMemo(
    () =>
      measured.map(({ label, overTime, blocks }): Line => ({
        name: label,
        ys: overTime.map(({ ran }) => Math.round((1000 * ran) / blocks) / 10),
      })),
    [measured],
  )
  if (measured.length === 0) return null
  return <LineChart title="Code that ran, in % of its blocks" xName="seconds" yName="%" xs={xs} lines={lines} />
}

function Invariants({ campaign: { invariants, off } }: { readonly campaign: CampaignData }) {
  if (invariants.length === 0) return <p class="empty">All invariants are switched off.</p>
  const notJudged = ({ limits }: InvariantData): number =>
    limits.reduce((sum, { partly, times }) => (partly ? sum : sum + times), 0)
  return (
    <>
      <TableBox label="Invariants">
        <table>
          <thead>
            <tr>
              <th scope="col">invariant</th>
              <th scope="col">rule</th>
              <th scope="col" class="number">
                judged
              </th>
              <th scope="col" class="number">
                could not
              </th>
              <th scope="col">share judged</th>
              <th scope="col">why not</th>
              <th scope="col" class="number">
                findings
              </th>
            </tr>
          </thead>
          <tbody>
            {invariants.map((invariant) => {
              const { id, rule, judged, limits, findings } = invariant
              const not = notJudged(invariant)
              return (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  <td>{rule}</td>
                  <td class="number">{judged === 0 ? <Badge tone="warn">never</Badge> : grouped(judged)}</td>
                  <td class="number">{grouped(not)}</td>
                  <td>
                    <Bar part={judged} whole={judged + not} of="whole" label={percent(judged, judged + not)} />
                  </td>
                  <td class="refusals">
                    {limits.map(({ why, partly, times }) => (
                      <div key={`${partly} ${why}`}>
                        <span class="quiet">{grouped(times)} ×</span> {partly && 'in part: '}
                        {why}
                      </div>
                    ))}
                    {judged + not === 0 && <span class="quiet">it never came up</span>}
                  </td>
                  <td class={`number ${findings > 0 ? 'less' : ''}`}>{grouped(findings)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableBox>
      <p class="quiet">
        An invariant that was never checked says nothing about the contracts. Some invariants are checked after each
        step, others after some steps or at the end of some action sequences.
        {off.length > 0 && ` Switched off: ${off.join(', ')}.`}
      </p>
    </>
  )
}

function Contract({ contract }: { readonly contract: ContractData }) {
  const { label, blocks, ran, messages, entryPoints } = contract
  const accepted = messages.filter((one) => one.accepted > 0).length
  const most = Math.max(1, ...messages.map(({ tried }) => tried))
  return (
    <Section
      level={2}
      title={label}
      note={`${accepted} of ${messages.length} messages accepted, ${percent(ran, blocks)} of its code ran`}
    >
      <TableBox label={`Messages of ${label}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">message</th>
              <th scope="col" class="number">
                accepted
              </th>
              <th scope="col" class="number">
                refused
              </th>
              <th scope="col">of those tried</th>
              <th scope="col">most frequent error</th>
            </tr>
          </thead>
          <tbody>
            {messages.map(({ name, tried, accepted: taken, refusals }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{grouped(taken)}</td>
                <td class="number">{grouped(tried - taken)}</td>
                <td>
                  <span
                    class="split"
                    role="img"
                    aria-label={`${taken} accepted, ${tried - taken} refused`}
                    style={{ width: `${Math.max(2, (100 * tried) / most)}px` }}
                  >
                    <span class="taken" style={{ width: tried === 0 ? '0' : `${(100 * taken) / tried}%` }} />
                  </span>
                </td>
                <td class="refusals">
                  {tried === 0 ? (
                    <span class="quiet">never sent</span>
                  ) : (
                    refusals.slice(0, 3).map(({ text, times }) => (
                      <div key={text} title={text}>
                        <span class="quiet">{grouped(times)} ×</span> {text}
                      </div>
                    ))
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <TableBox label={`Entry points of ${label}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">entry point</th>
              <th scope="col" class="number">
                blocks of code
              </th>
              <th scope="col" class="number">
                ran
              </th>
              <th scope="col">share</th>
              <th scope="col">called</th>
            </tr>
          </thead>
          <tbody>
            {entryPoints.map(({ name, called, blocks: all, ran: some }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{grouped(all)}</td>
                <td class="number">{percent(some, all)}</td>
                <td>
                  <Bar part={some} whole={all} of="whole" label={percent(some, all)} />
                </td>
                <td>{called ? 'yes' : <Badge tone="warn">never called</Badge>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Section>
  )
}
