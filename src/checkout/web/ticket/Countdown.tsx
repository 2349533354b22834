import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kit/web/Icon.tsx'
import { announcement, expiredText as defaultExpiredText, remaining } from './countdown.ts'
import css from './Countdown.module.css'
import { formatDayAndTime, payUntilText } from '#kit/web/time/instantTexts.ts'
import { useServerTime } from '#kit/web/time/useServerTime.ts'

type Props = {
  label: string
  deadline: string
  timeZone?: string | undefined
  /** Names the last whole minute before the deadline. */
  isPaymentDeadline?: boolean
  expiredText?: string
  large?: boolean | undefined
  onExpired?: () => void
}

/** Amber under 5 minutes; announced at 10, 5 and 1. */
export function Countdown(props: Props) {
  const {
    label,
    deadline,
    timeZone,
    isPaymentDeadline = false,
    expiredText = defaultExpiredText,
    large,
    onExpired,
  } = props
  const now = useServerTime()
  const [spoken, speak] = useState('')
  const before = useRef<number | null>(null)
  const left = remaining(Date.parse(deadline), now)
  const moment = (isPaymentDeadline ? payUntilText : formatDayAndTime)(deadline, timeZone, now)
  useEffect(() => {
    const announced = announcement(before.current ?? left.seconds, left.seconds, expiredText)
    const wasRunning = before.current !== null && before.current > 0
    const isOpenAgain = before.current === 0 && left.seconds > 0
    before.current = left.seconds
    if (announced !== null || isOpenAgain) speak(announced ?? '')
    if (wasRunning && left.seconds === 0) onExpired?.()
  }, [left.seconds, onExpired, expiredText])
  return (
    <div className={`${large && left.phase !== 'over' ? css.large : css.countdown} ${css[left.phase] ?? ''}`}>
      {!large && <Icon name={left.phase === 'calm' ? 'clock' : 'warning'} size={22} />}
      {left.phase === 'over' ? (
        <p>{expiredText}</p>
      ) : (
        <p role="timer" aria-live="off">
          <span>{label}</span>{' '}
          <strong className={moment.includes(' ') ? css.dated : undefined} translate="no">
            {moment}
          </strong>{' '}
          <span className={css.left}>
            faltam <span translate="no">{left.text}</span>
          </span>
        </p>
      )}
      <LiveRegion as="span" className="visually-hidden">
        {spoken}
      </LiveRegion>
    </div>
  )
}
