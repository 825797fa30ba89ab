/** The way to the payment provider's own page, where a subscription is changed or ended. */
export function ManageBilling({ hasSubscription }: { hasSubscription: boolean }) {
  if (!hasSubscription) return null;
  return (
    <form method="post" action="/billing/portal">
      <button type="submit" className="btn btn-plain">
        Change or end the subscription
      </button>
    </form>
  );
}
