import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.mustangproject.validator.ZUGFeRDValidator;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Validates many e-invoices, XML or PDF, in one Java process. For each file a line with its name and `true` or `false`, then a
 * line for each message: severity, rule (or Mustang's number of the kind of message), text; separated by tabs.
 */
public class Mustang {
  private static final Pattern RULE = Pattern.compile("\\[ID ([^\\]]+)\\]");

  public static void main(String[] files) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what the libraries say
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      String report = validator.validate(file);
      out.println(file + "\t" + validator.wasCompletelyValid());
      byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
      NodeList parts =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes)).getElementsByTagName("messages");
      for (int part = 0; part < parts.getLength(); part++) {
        NodeList messages = ((Element) parts.item(part)).getElementsByTagName("*");
        for (int at = 0; at < messages.getLength(); at++) {
          Element message = (Element) messages.item(at);
          String text = message.getTextContent().replaceAll("\\s+", " ").trim();
          Matcher rule = RULE.matcher(text);
          out.println("\t" + message.getTagName() + "\t" + (rule.find() ? rule.group(1) : message.getAttribute("type")) + "\t" + text);
        }
      }
    }
  }
}
