// What is shown while the server cannot be reached: why, and the way back. Kept by the browser, knows nobody. Its words stand here,
// because catalogues come from the server.
const WORDS = {
  en: {
    device: "This device is offline: it has no connection to any network.",
    server: "The server does not answer. It may be starting again, or out of reach from this network.",
    about:
      "Matches are played on the server, so nothing can be played now. What the server has acknowledged is kept there: a match waits for you, or goes on as its room says.",
    again: "Try again",
  },
  cs: {
    device: "Toto zařízení je offline: není připojeno k žádné síti.",
    server: "Server neodpovídá. Možná se právě spouští, nebo není z této sítě dosažitelný.",
    about:
      "Partie se hrají na serveru, takže teď hrát nejde. Co server potvrdil, to si pamatuje: partie na tebe čeká, nebo pokračuje, jak určuje její místnost.",
    again: "Zkusit znovu",
  },
  sk: {
    device: "Toto zariadenie je offline: nie je pripojené k žiadnej sieti.",
    server: "Server neodpovedá. Možno sa práve spúšťa alebo nie je z tejto siete dosiahnuteľný.",
    about:
      "Partie sa hrajú na serveri, takže teraz sa hrať nedá. Čo server potvrdil, to si pamätá: partia na teba čaká alebo pokračuje, ako určuje jej miestnosť.",
    again: "Skúsiť znova",
  },
  de: {
    device: "Dieses Gerät ist offline: Es hat keine Verbindung zu einem Netz.",
    server: "Der Server antwortet nicht. Vielleicht startet er gerade neu oder ist von diesem Netz aus nicht erreichbar.",
    about:
      "Partien werden auf dem Server gespielt, also kann jetzt nichts gespielt werden. Was der Server bestätigt hat, ist dort aufgehoben: Eine Partie wartet auf dich oder geht weiter, wie ihr Raum es sagt.",
    again: "Noch einmal versuchen",
  },
};
const AGAIN_MS = 10_000;

/** The language that was chosen on this device, or the browser's; English where there are no words in it. */
function chosen() {
  const { language } = JSON.parse(localStorage.getItem("infoset.settings")) ?? {};
  const wanted = [language, ...navigator.languages].map((one) => String(one).toLowerCase().split("-")[0]);
  return wanted.find((one) => Object.hasOwn(WORDS, one)) ?? "en";
}

const language = chosen();
const words = WORDS[language];
const put = (id, text) => (document.getElementById(id).textContent = text);
const tell = () => put("why", navigator.onLine ? words.server : words.device);
const again = () => location.reload();

document.documentElement.lang = language;
put("about", words.about);
put("again", words.again);
tell();
addEventListener("offline", tell);
addEventListener("online", again);
document.getElementById("again").addEventListener("click", again);
setInterval(() => navigator.onLine && fetch("health", { cache: "no-store" }).then(({ ok }) => ok && again(), tell), AGAIN_MS);
