const plainHttpsAddress = /^(https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(\d{1,5}))?(?:[/?#][^\s%]*)?$/i

/** 'https://a.example:8443', or null. */
export function plainOrigin(text: string): string | null {
  const [, host, port] = plainHttpsAddress.exec(text) ?? []
  if (host === undefined || Number(port ?? 443) > 65_535) return null
  return `${host.toLowerCase()}${port === undefined ? '' : `:${port}`}`
}

/** Whether the address may be stored and its origin enter the Content-Security-Policy. */
export function isPlainHttps(text: string): boolean {
  return plainOrigin(text) !== null
}
