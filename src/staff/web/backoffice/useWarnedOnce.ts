import { useState } from 'react'

/** The first submit shows `warning`, the second goes on. `shown` is null while there is nothing to show. */
export function useWarnedOnce(warning: string | null) {
  const [isWarned, setIsWarned] = useState(false)
  return {
    /** Whether this submit must stop. */
    warns(): boolean {
      if (warning === null || isWarned) return false
      setIsWarned(true)
      return true
    },
    shown: isWarned ? warning : null,
  }
}
