import type { AdvisoryData, AuditData, CampaignData } from '../../src/report/model.js'
import { grouped, plural } from '../components/format.js'
import { Badge, Section, TableBox, Tiles } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { CampaignHead, CampaignTab, campaignTabs } from './campaign-view.js'
import type { Route } from './route.js'

interface AuditViewProps {
  readonly audit: AuditData
  /** The campaign of the audit, if one ran. */
  readonly campaign: CampaignData | undefined
  readonly route: Route
  readonly go: (route: Route) => void
}

/** Which advisories concern a contract, the releases that are safe, and what a short campaign found. */
export function AuditView({ audit, campaign, route, go }: AuditViewProps) {
  const tabs = [
    { id: 'advisories', title: 'Advisories', count: audit.advisories.length },
    { id: 'releases', title: 'Safe releases' },
    ...(campaign === undefined ? [] : campaignTabs(campaign)),
  ]
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'advisories'
  return (
    <>
      <AuditHead audit={audit} campaign={campaign} />
      <Tabs label="Views" tabs={tabs} selected={tab} onSelect={(id) => go({ tab: id })}>
        <div class="page">
          {tab === 'advisories' && <Advisories audit={audit} />}
          {tab === 'releases' && <SafeReleases audit={audit} />}
          {campaign !== undefined && tab === 'findings' && <CampaignHead campaign={campaign} />}
          {campaign !== undefined && <CampaignTab campaign={campaign} tab={tab} go={go} />}
        </div>
      </Tabs>
    </>
  )
}

const inState = ({ advisories }: AuditData, state: AdvisoryData['state']): readonly AdvisoryData[] =>
  advisories.filter((one) => one.state === state)

const SIGNS = { bad: '✗', warn: '?', good: '✓' } as const

function AuditHead({ audit, campaign }: Pick<AuditViewProps, 'audit' | 'campaign'>) {
  const open = inState(audit, 'open').length
  const found = campaign?.findings.filter(({ level }) => level === 'error').length ?? 0
  const notJudged = inState(audit, 'not judged').length
  const tone = open + found > 0 ? 'bad' : notJudged > 0 ? 'warn' : 'good'
  return (
    <div class="run-head">
      <p class="verdict">
        <Badge tone={tone}>{SIGNS[tone]}</Badge>{' '}
        {open === 0 ? 'no advisory is open' : `${plural(open, 'advisory', 'advisories')} open`}
        {notJudged > 0 && `, ${grouped(notJudged)} not judged`}
        {campaign !== undefined && `, ${found === 0 ? 'nothing found' : plural(found, 'finding')}`}
      </p>
      <p>{audit.chain ?? 'No chain is named, so advisories of chains are not judged.'}</p>
      {audit.noCampaign !== undefined && <p class="quiet">No campaign ran: {audit.noCampaign.join('; ')}.</p>}
      <Tiles
        tiles={[
          { name: 'advisories looked at', value: grouped(audit.of) },
          { name: 'concern it', value: grouped(audit.advisories.length) },
          { name: 'open', value: grouped(open), tone: open > 0 ? 'bad' : undefined },
          { name: 'patched', value: grouped(inState(audit, 'patched').length) },
          { name: 'not judged', value: grouped(notJudged) },
          ...(campaign === undefined
            ? []
            : [
                {
                  name: found === 1 ? 'finding' : 'findings',
                  value: grouped(found),
                  tone: found > 0 ? ('bad' as const) : undefined,
                },
              ]),
        ]}
      />
    </div>
  )
}

const TONES = { open: 'bad', patched: 'good', 'not judged': 'plain' } as const

function Advisories({ audit }: Pick<AuditViewProps, 'audit'>) {
  if (audit.advisories.length === 0) return <p class="empty">No advisory concerns the contract.</p>
  const others = (['not judged', 'patched'] as const).filter((state) => inState(audit, state).length > 0)
  return (
    <>
      {inState(audit, 'open').map((advisory) => (
        <article key={advisory.id} class="card">
          <h2>
            <Badge tone="bad">{advisory.id}</Badge> {advisory.title} <span class="quiet">{advisory.severity}</span>
          </h2>
          <Advisory advisory={advisory} />
        </article>
      ))}
      {others.map((state) => (
        <Section
          key={state}
          level={2}
          title={state === 'patched' ? 'Patched on this chain' : 'Not judged: the release is not given'}
          note={String(inState(audit, state).length)}
        >
          {inState(audit, state).map((advisory) => (
            <Section key={advisory.id} title={`${advisory.id} ${advisory.title}`} note={advisory.why} open={false}>
              <Advisory advisory={advisory} />
            </Section>
          ))}
        </Section>
      ))}
    </>
  )
}

const Advisory = ({ advisory }: { readonly advisory: AdvisoryData }) => (
  <dl class="facts">
    <dt>why</dt>
    <dd>
      <Prose text={advisory.why} />
    </dd>
    <dt>on this chain</dt>
    <dd>
      <Badge tone={TONES[advisory.state]}>{advisory.state}</Badge> {advisory.component}
      {advisory.fix !== undefined && `, fixed in ${advisory.fix}`}
    </dd>
    <dt>safe</dt>
    <dd>{advisory.safe.join('; ')}</dd>
    <dt>before the patch</dt>
    <dd>
      <Prose text={advisory.before} />
    </dd>
    <dt>after it</dt>
    <dd>
      <Prose text={advisory.after} />
    </dd>
    <dt>severity</dt>
    <dd>{advisory.severity}</dd>
    <dt>advisory</dt>
    <dd>
      <a href={advisory.url} rel="noreferrer">
        {advisory.url}
      </a>
    </dd>
  </dl>
)

/** A text, of which what is between backticks is code. */
const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>
)

function SafeReleases({ audit: { safe, kinds } }: Pick<AuditViewProps, 'audit'>) {
  return (
    <>
      <Section level={2} title="The first releases with all patches that concern the contract">
        <ul class="lines">
          {safe.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
      <TableBox label="Kinds of chains">
        <table>
          <thead>
            <tr>
              <th scope="col">kind of chain in Sudobox</th>
              <th scope="col">open advisories</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, open }) => (
              <tr key={kind}>
                <th scope="row">{kind}</th>
                <td>{open.length === 0 ? <Badge tone="good">none</Badge> : open.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </>
  )
}
