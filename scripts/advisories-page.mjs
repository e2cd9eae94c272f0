// Writes docs/advisories.md, the published advisories of the stack under contracts, from the table that `sudobox audit` uses.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HEAD = `# Find out which advisories concern a contract

Published advisories of the contract VM, wasmd, ibc-go and the crates that contracts are built with: which releases have the fault, and what a contract, or who
sends to it, sees before and after the patch. This page is written by \`node scripts/advisories-page.mjs\`, from the table that \`sudobox audit\` uses.

\`\`\`sh
sudobox audit CONTRACT.wasm --kind neutron
sudobox audit CONTRACT.wasm --wasmvm 2.1.2 --wasmd 0.54.0
\`\`\`

reads the file for what advisories are about: exports, imports, messages and queries that it names, and the crates that it was built with. For each advisory that concerns
the contract it says why, whether it is open on the chain with these releases, and the first releases that are safe; then which releases have the patches of all of them,
and which kinds of chains. \`--kind\` names a chain by its kind, whose releases are known ([kinds](chains.md)); \`--wasmvm\` and \`--wasmd\` name others. Without any, only the crates are judged, and
the rest is listed.

A name in the file shows what the contract can do, not that it does it. Advisories of releases of wasmvm before 1.5 are left out, since Sudobox does not run them.

## The campaign of an audit

Then a campaign of 30 seconds searches the contract: \`--campaign SECONDS\` gives it more, \`--no-campaign\` leaves it out. It is that of \`sudobox fuzz CONTRACT.wasm\`
([guide](guides/fuzzing.md)), on a chain of kind \`neutron\` with the contract VM of the chain that was named. The campaign is written to \`audit/NAME/campaign.yaml\`, and each finding to a fixture in
\`audit/NAME/found\` (\`--out FOLDER\`). The next audit runs the campaign that is there, with the exceptions and the claims that you have added; delete it when the messages of the contract have changed.
\`--config FILE\` runs a campaign of yours. If no campaign can begin, for instance because the contract needs others, the report says why.

\`--html FILE\` writes a report as one HTML file, with the timelines of the findings; \`--sarif FILE\` is for code scanning: open advisories are warnings, those that were not judged notes, and findings
have the level of the campaign. \`--json\` prints all of it. The exit code is 1 if an advisory is open or the campaign found something.

To see what a patch changes for a contract, run its tests with what "Shown here" names: with both releases of the contract VM,
\`createSandbox({ chains: { neutron: { vm: '2.2.0' } } })\`, or on a chain that lacks the patch, \`createSandbox({ chains: { hub: { unpatched: ['CWA-2025-006'] } } })\`. An
upgrade of that chain to another release brings the patches.
`

const VERBS = { exports: 'exports', imports: 'imports', messages: 'names', queries: 'names', variants: 'names' }
const concernText = (concern) => {
  switch (concern.by) {
    case 'nothing':
      return `no contract: ${concern.why}`
    case 'any call':
      return `every contract: it ${concern.why}`
    case 'crate':
      return `a contract that ${concern.why}, and names it`
    default:
      return `a contract that ${concern.why}: it ${VERBS[concern.by]} ${oneOf(concern.names)}`
  }
}
const oneOf = (names) => {
  if (names.includes('/')) return 'any'
  return `${names.length > 1 ? 'one of ' : ''}${names.map((name) => `\`${name}${/[./]$/.test(name) ? '…' : ''}\``).join(', ')}`
}
const shownText = ({ id, component, shown }) => {
  switch (shown.with) {
    case 'vm':
      return `by \`vm: '${shown.before}'\` and \`vm: '${shown.after}'\``
    case 'unpatched':
      return `by \`unpatched: ['${id}']\`, as recorded from ${component} ${shown.before}; without it, as from ${shown.after}`
    default:
      return `no: ${shown.why}`
  }
}

/** The page. */
export function render(advisories) {
  return [
    HEAD,
    ...advisories.flatMap(({ id, title, url, severity, component, affected, before, after, concern, shown }) => [
      `## ${id}`,
      '',
      `[${title}](${url}), ${severity}.`,
      '',
      `- **Releases:** ${component} ${affected.since === undefined ? '' : `from ${affected.since} `}up to the patched ${affected.patched.join(', ')}.`,
      `- **Before:** ${before}.`,
      `- **After:** ${after}.`,
      `- **Concerns:** ${concernText(concern)}.`,
      `- **Shown here:** ${shownText({ id, component, shown })}.`,
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources } = await import('./source.mjs')
  const [{ ADVISORIES }] = await sources('audit/index')
  writeFileSync(new URL('../docs/advisories.md', import.meta.url), render(ADVISORIES))
}
