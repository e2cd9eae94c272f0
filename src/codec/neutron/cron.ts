/** Schedules of calls. */
export * from '../messages/neutron.cron.js'
