// docs/figures.md, from the files in bench/results.

/** The machine of the rows that name none. */
const MACHINE = '2 cores, Node 20.20.2, Debian 12'
/** A page that can be looked through. */
const MAX_LINES = 150

const INTRO = `# Measured figures

This page is generated from the files in \`bench/results\`, which the commands write; \`npm run figures -- page\` generates it again. Rows
without a date or a machine of their own come from ${MACHINE}. Earlier figures are in the history of the repository.
`

/** A cell of a table. */
const cell = (value) => String(value ?? '').replaceAll('|', '\\|')
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`
const isNumber = (value) => typeof value === 'number' || /^(-|[\d,.]+( (%|[µm]?s|MB|kB))?)$/.test(value ?? '')

function table(columns, rows) {
  const align = columns.map((column, i) =>
    i > 0 && rows.every((row) => !row[column] || isNumber(row[column])) ? '---:' : '---',
  )
  return [line(columns), `|${align.join('|')}|`, ...rows.map((row) => line(columns.map((column) => row[column])))]
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A day as people write it. */
function day(date) {
  const [year, month, number] = date.split('-').map(Number)
  return `${number} ${MONTHS[month - 1]} ${year}`
}

/** When and where a row was measured; the usual machine is not named. */
const measured = ({ date, machine }) => [date && day(date), machine].filter(Boolean).join('; ')

function section({ title, about, command, columns, rows }) {
  const places = new Set(rows.map(measured))
  const [place] = places.size === 1 ? places : []
  const facts = [about, command && `Command: \`${command}\`.`, place && `Measured: ${place}.`].filter(Boolean)
  const all = places.size > 1 ? [...columns, 'measured'] : columns
  const shown = rows.map((row) => ({ ...row, measured: measured(row) }))
  return ['', `## ${title}`, '', ...(facts.length > 0 ? [facts.join(' '), ''] : []), ...table(all, shown)]
}

/**
 * The page: a table for each subject that is \`shown\`, and the name of the file of each other.
 *
 * @throws Error if it has more lines than a reader looks through
 */
export function figuresPage(results) {
  const shown = [...results.values()].filter(({ order }) => order !== undefined).sort((a, b) => a.order - b.order)
  const rest = [...results].filter(([, { order }]) => order === undefined)
  const links = rest.map(([name, { title }]) => ({ subject: title, file: `\`${name}.json\`` }))
  const pairs = links.flatMap((link, i) =>
    i % 2 === 0 ? [{ ...link, 'another subject': links[i + 1]?.subject, 'its file': links[i + 1]?.file }] : [],
  )
  const about = 'Files in `bench/results`, each with its command and its dates.'
  const others = [
    '',
    '## Other results',
    '',
    about,
    '',
    ...table(['subject', 'file', 'another subject', 'its file'], pairs),
  ]
  const lines = [...INTRO.trimEnd().split('\n'), ...shown.flatMap(section), ...(rest.length > 0 ? others : []), '']
  if (lines.length > MAX_LINES)
    throw new Error(
      `docs/figures.md would have ${lines.length} lines, at most ${MAX_LINES} fit: take \`order\` from a file in bench/results`,
    )
  return lines.join('\n')
}
