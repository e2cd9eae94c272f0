export { compare, type StoryDifference } from './compare.js'
export { storiesCommand } from './command.js'
export { runStory, type StoryReport, type StoryStepReport } from './run.js'
export { modulesBeside, readStory, type FindModule, type Story } from './story.js'
