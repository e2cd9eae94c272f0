/** The parts of all tests, each with its command and Vitest's projects. Every test file is in one of them: its name says in which. */
export const PARTS = [
  {
    name: 'unit',
    command: 'npm test',
    projects: ['unit*'],
    about: 'what a change is likely to break, from the sources',
  },
  {
    name: 'conformance',
    command: 'npm run test:conformance',
    projects: ['conformance'],
    about: 'recorded vectors and whole recorded chains (*.conformance.test.ts)',
  },
  {
    name: 'e2e',
    command: 'npm run test:e2e',
    projects: ['e2e'],
    about: 'the built package, commands, browsers, nested runners, queues (*.e2e.test.ts)',
  },
]
