import { StaffPage } from './frame/StaffPage.tsx'
import { TicketSearch } from './TicketSearch.tsx'

/** The first screen of the back office: find the ticket of the driver at the intercom, and what the day looks like. */
export default function DashboardPage() {
  return (
    <StaffPage title="Painel">
      <TicketSearch />
    </StaffPage>
  )
}
