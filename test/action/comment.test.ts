import { expect, test } from 'vitest'
import { commentText } from '../../action/comment.mjs'

// The comment on a pull request.

const row = (callback: string, outcomes: object) => ({
  contract: 'artifacts/vault.wasm',
  sha256: 'ab',
  callback,
  limit: '1000000',
  outcomes,
})
const ran = (gas: string, runs = 1) => ({ runs, gas })

test('a comment has gas with its change, outcomes, new findings and surviving mutants', () => {
  const before = {
    code: 0,
    callbacks: [
      row('response', { accepted: ran('80000') }),
      row('timeout', { accepted: ran('100000') }),
      row('kv_query_result', { accepted: ran('5') }),
    ],
  }
  const after = {
    code: 0,
    callbacks: [
      { ...row('cron:tick', { accepted: ran('0') }), limit: undefined },
      row('kv_query_result', { accepted: ran('5', 1200) }),
      row('response', { accepted: ran('79000', 3), 'out of gas': ran('1000000') }),
      row('sudo_only', { 'out of gas': ran('1000000') }),
      row('timeout', { accepted: ran('799999'), failed: ran('800000', 2) }),
    ],
  }
  expect(
    commentText({
      base: 'abcdef123456',
      before,
      after,
      changed: ['artifacts/vault.wasm'],
      campaigns: [
        {
          contract: 'artifacts/vault.wasm',
          findings: [
            {
              invariant: 'I3',
              text: 'alice has 5 of untrn instead of 6',
              file: 'vault-I3.yaml',
              lines: ['1 alice deposits', '2 the packet times out'],
            },
          ],
        },
        { contract: 'artifacts/other.wasm', findings: [] },
      ],
      mutants: [
        {
          contract: 'artifacts/vault.wasm',
          tried: 4,
          survivors: [
            { file: 'src/contract.rs', line: 212, text: 'if amount <= claim', replacement: '<', status: 'Survived' },
            { file: 'src/contract.rs', line: 213, text: '', replacement: '0', status: 'NoCoverage' },
          ],
        },
        { contract: 'artifacts/other.wasm', tried: 0, survivors: [] },
        { contract: 'artifacts/third.wasm', tried: 3, survivors: [] },
      ],
    }),
  ).toMatchInlineSnapshot(`
    "## Contracts

    Changed since \`abcdef123456\`: \`artifacts/vault.wasm\`.

    ### Gas of callbacks

    | contract | callback | most gas | of the limit | since abcdef123456 |
    |---|---|---:|---:|---:|
    | \`artifacts/vault.wasm\` | \`cron:tick\` | 0 | no limit | new |
    | \`artifacts/vault.wasm\` | \`kv_query_result\` | 5 | 0.0 % | 0 |
    | \`artifacts/vault.wasm\` | \`response\` | 79,000 | 7.9 % | −1,000 (−1.2 %) |
    | \`artifacts/vault.wasm\` | \`sudo_only\` | 1,000,000 | ⚠️ 100.0 % | new |
    | \`artifacts/vault.wasm\` | \`timeout\` | 800,000 | ⚠️ 80.0 % | +700,000 (+700.0 %) |

    ### Outcomes that tests ran

    | contract | callback | accepted | failed | out of gas |
    |---|---|---:|---:|---:|
    | \`artifacts/vault.wasm\` | \`cron:tick\` | 1 | **never** | **never** |
    | \`artifacts/vault.wasm\` | \`kv_query_result\` | 1,200 | **never** | **never** |
    | \`artifacts/vault.wasm\` | \`response\` | 3 | **never** | 1 |
    | \`artifacts/vault.wasm\` | \`sudo_only\` | **never** | **never** | 1 |
    | \`artifacts/vault.wasm\` | \`timeout\` | 1 | 2 | **never** |

    - \`artifacts/vault.wasm\`: no test ran \`error\`

    ### New findings

    - \`artifacts/vault.wasm\`: **I3** \`alice has 5 of untrn instead of 6\` (\`vault-I3.yaml\`)

      \`\`\`text
      1 alice deposits
      2 the packet times out
      \`\`\`
    - \`artifacts/other.wasm\`: none

    ### Mutants of changed lines that no test noticed

    - \`artifacts/vault.wasm\`: 2 of 4
      - \`src/contract.rs:212\` \`if amount <= claim\` → \`<\`
      - \`src/contract.rs:213\` → \`0\` (no test runs the line)
    - \`artifacts/other.wasm\`: no mutants on changed lines
    - \`artifacts/third.wasm\`: none of 3
    "
  `)
})

test('texts of contracts are neither Markdown nor mentions, and no cell ends early', () => {
  const text = commentText({
    base: 'abc',
    before: undefined,
    after: { code: 1, callbacks: [{ ...row('time|out', {}), contract: 'a|b.wasm' }] },
    changed: ['a|b.wasm'],
    campaigns: [
      {
        contract: 'a|b`c.wasm',
        findings: [
          { invariant: 'I1', text: '@everyone `x` | <img src=x>\n# head', file: null, lines: ['```', '<b>\r\n# no'] },
        ],
      },
      { contract: 'x.wasm', problem: 'it cannot run', findings: [] },
    ],
    mutants: [{ contract: 'x.wasm', problem: 'no lines', tried: 0, survivors: [] }],
  })
  expect(text).toMatchInlineSnapshot(`
    "## Contracts

    ❌ The tests fail (exit code 1).

    Changed since \`abc\`: \`a|b.wasm\`.

    ### Gas of callbacks

    | contract | callback | most gas | of the limit | since abc |
    |---|---|---:|---:|---:|
    | \`a\\|b.wasm\` | \`time\\|out\` | 0 | 0.0 % | new |

    ### Outcomes that tests ran

    | contract | callback | accepted | failed | out of gas |
    |---|---|---:|---:|---:|
    | \`a\\|b.wasm\` | \`time\\|out\` | **never** | **never** | **never** |

    ### New findings

    - \`\` a|b\`c.wasm \`\`: **I1** \`\` @everyone \`x\` | <img src=x> # head \`\`

      \`\`\`\`text
      \`\`\`
      <b>
      # no
      \`\`\`\`
    - \`x.wasm\`: no campaign ran: \`it cannot run\`

    ### Mutants of changed lines that no test noticed

    - \`x.wasm\`: no mutants: \`no lines\`
    "
  `)
})

test('a comment is never longer than GitHub takes', () => {
  const lines = Array.from({ length: 12 }, () => 'x'.repeat(10_000))
  const campaigns = [{ contract: 'x.wasm', findings: [{ invariant: 'I1', text: 'x', file: null, lines }] }]
  const text = commentText({
    base: 'abc',
    before: undefined,
    after: { code: 0, callbacks: [] },
    changed: [],
    campaigns,
    mutants: [],
  })
  expect(text.length).toBeLessThan(65_536)
  expect(text).toMatch(/the rest is left out: a comment has a limit\.\n$/)
  expect(text).not.toContain('xxx')
})

test('a run without the plug-in says so', () => {
  const after = { code: 0, callbacks: undefined }
  const text = commentText({ base: 'abc', before: undefined, after, changed: [], campaigns: [], mutants: [] })
  expect(text).toContain('the plug-in `sudobox()` of `sudobox/vitest/config` is missing')
})
