export function truncate(text: string, length: number, suffix = '...'): string {
  const characters = [...text]
  if (characters.length <= length) return text
  return (
    characters
      .slice(0, Math.max(0, length - suffix.length))
      .join('')
      .trimEnd() + suffix
  )
}
