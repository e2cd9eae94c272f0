export { reproduceLive, type LiveReproduction } from './reproduce-live.js'
export { readWanted } from './wanted.js'
export { writeLiveReproduction } from './fixture.js'
