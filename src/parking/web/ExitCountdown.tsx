import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, useState } from 'react'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { expiredText } from '#checkout/web/ticket/countdown.ts'
import { useServerTime } from '#kit/web/time/useServerTime.ts'
import { canExitAt } from '../exitDeadline.ts'

type Props = {
  label?: string
  deadline: string
  timeZone?: string | undefined
  over?: string
  large?: boolean
  onOver?: () => void
}

const lastMinuteText = 'Este é o último minuto para sair.'

export function ExitCountdown({
  label = 'Sair até',
  deadline,
  timeZone,
  over = expiredText,
  large,
  onOver,
}: Props) {
  const now = useServerTime()
  const isOver = !canExitAt(new Date(deadline), new Date(now))
  const wasOver = useRef(isOver)
  const [spoken, speak] = useState('')
  useEffect(() => {
    const endsNow = isOver && !wasOver.current
    wasOver.current = isOver
    if (!isOver) speak('')
    if (!endsNow) return
    speak(over)
    onOver?.()
  }, [isOver, onOver, over])
  return (
    <>
      <Countdown
        label={label}
        deadline={deadline}
        timeZone={timeZone}
        expiredText={isOver ? over : lastMinuteText}
        large={large}
      />
      <LiveRegion as="span" className="visually-hidden">
        {spoken}
      </LiveRegion>
    </>
  )
}
