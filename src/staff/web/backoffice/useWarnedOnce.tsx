import { useState } from 'react'
import { Situation } from '#kit/web/notice/Situation.tsx'

/** The first submit shows `warning`, the second goes on; null shows nothing. */
export function useWarnedOnce(warning: string | null) {
  const [isWarned, setIsWarned] = useState(false)
  return {
    /** Whether this submit must stop. */
    warns(): boolean {
      if (warning === null || isWarned) return false
      setIsWarned(true)
      return true
    },
    notice: isWarned && warning !== null && <Situation tone="warn" title={warning} takesFocus />,
  }
}
