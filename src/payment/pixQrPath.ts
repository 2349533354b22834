/** `:token` gives the route's pattern. */
export function pixQrPath(token: string): string {
  return `/api/pm_transaction/${token}/pixQr`
}
