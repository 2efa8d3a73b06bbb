import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

export interface ProviderButtonChoice {
  id: string;
  name: string;
}

interface ProviderButtonsProps {
  providers: ProviderButtonChoice[];
  /** Path to which the person goes after signing in. */
  next: string;
  /** True to connect an account instead of signing in. */
  connect?: boolean;
}

/** One button per provider, each a complete form, because it leads to another site. */
export function ProviderButtons({ providers, next, connect = false }: ProviderButtonsProps) {
  const { say } = useWords();
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {providers.map(({ id, name }) => (
        <ButtonForm
          key={id}
          name={`provider-${id}`}
          action={`/manage/sign-in/provider/${id}`}
          hidden={{ next, ...(connect ? { connect: "yes" } : {}) }}
          whole
        >
          <Button>
            <span>{say(connect ? "sign_in.connect" : "sign_in.with", { name: <bdi>{name}</bdi> })}</span>
          </Button>
        </ButtonForm>
      ))}
    </div>
  );
}
