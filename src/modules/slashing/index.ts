export { slashingModule } from './module.js'
export { SlashingKeeper } from './keeper.js'
