export function checkoutCache(root: string): string
