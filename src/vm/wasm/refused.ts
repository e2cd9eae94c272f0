/** An operator that must not run. */
export class RefusedOperator extends Error {}
