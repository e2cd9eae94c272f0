export { cronModule } from './module.js'
export { removeScheduleBinding } from './bindings.js'
export { CronKeeper } from './keeper.js'
